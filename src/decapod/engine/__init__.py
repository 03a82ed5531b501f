"""What compiles, and knows no game: verbs, dice, bit sets, records, play-outs, batch runs."""
