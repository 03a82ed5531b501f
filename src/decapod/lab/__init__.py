"""The lab: measuring bots, and later boxes. `arena` lets bots play each other and says who is how strong."""
