"""What a viewer knows: the other cards dealt again by a fair guess, and the known ones as numbers (CP-27 to CP-30)."""

from decapod.engine import bits, dice
from decapod.games.crabe_vs_poulpe import cards, turns
from decapod.games.crabe_vs_poulpe.cards import KINDS
from decapod.games.crabe_vs_poulpe.turns import PHASES, SEATS

# The planes of an observation: a number of cards for each kind, the viewer's own animal first.
PLANES = 12
HAND, DECK, DISCARDS, SEEN, DOUBT, SUNK, ADRIFT, BURIED, BETRAYED, PLAYED, TOP, COVERED = range(PLANES)
FACTS = 8 + 4 * SEATS
OBSERVED = PLANES * KINDS + PHASES + FACTS


# --- guessing ---------------------------------------------------------------------------------------------


def guess_other(table, viewer, guess):
    """Deal the other's hand, deck and discards again, leaving what the viewer knows of them."""
    other = 1 - viewer
    hand, deck, discards = int(table.seen[viewer]), int(table.sunk[viewer]), int(table.buried[viewer])
    doubt, adrift = int(table.doubt[viewer]), int(table.adrift[viewer])
    loose = cards.together(cards.together(int(table.hands[other]), int(table.decks[other])), int(table.discards[other]))
    known = cards.together(cards.together(hand, deck), discards)
    loose = cards.besides(loose, cards.together(known, cards.together(doubt, adrift)))
    hand_room = bits.count(table.hands[other]) - bits.count(hand)
    deck_room = bits.count(table.decks[other]) - bits.count(deck)
    discard_room = bits.count(table.discards[other]) - bits.count(discards)

    # The doubtful: in the hand, unless that leaves no room for what must be there, or among the discards.
    least = int(table.least[viewer])
    most = min(int(table.most[viewer]), discard_room)
    spare = hand_room - max(0, bits.count(adrift) - deck_room)
    while doubt != 0:
        kind = bits.lowest(doubt) >> 1
        left = bits.count(doubt)
        doubt = cards.minus(doubt, kind)
        dropped = dice.roll(guess, hand_room + discard_room) >= hand_room
        if (dropped or spare == 0 or left <= least) and most > 0:
            discards = cards.plus(discards, kind)
            discard_room -= 1
            least -= 1
            most -= 1
        else:
            hand = cards.plus(hand, kind)
            hand_room -= 1
            spare -= 1
    while adrift != 0:
        kind = bits.lowest(adrift) >> 1
        adrift = cards.minus(adrift, kind)
        if dice.roll(guess, hand_room + deck_room) < hand_room:
            hand = cards.plus(hand, kind)
            hand_room -= 1
        else:
            deck = cards.plus(deck, kind)
            deck_room -= 1
    for _ in range(hand_room):
        kind = cards.nth(loose, dice.roll(guess, bits.count(loose)))
        loose = cards.minus(loose, kind)
        hand = cards.plus(hand, kind)
    for _ in range(discard_room):
        kind = cards.nth(loose, dice.roll(guess, bits.count(loose)))
        loose = cards.minus(loose, kind)
        discards = cards.plus(discards, kind)
    table.hands[other] = hand
    table.discards[other] = discards
    table.decks[other] = cards.together(deck, loose)


def guess_both(table, guess):
    """Deal both sides again: a spectator knows what was laid or captured, how many cards lie where,
    and who may hold guests.
    """
    crabs = unknown_of(table, 0)
    octopuses = unknown_of(table, 1)
    # Guests on the octopus's side less those on the crab's: the numbers of cards say it.
    surplus = bits.count(crabs) - bits.count(table.decks[0]) - secret(table, 0)
    fewest = max(0, -surplus)
    most = min(room_for_guests(table, 0), room_for_guests(table, 1) - surplus)
    foreign = fewest + dice.roll(guess, most - fewest + 1)
    for player in range(SEATS):
        guests = foreign + player * surplus
        held = 0
        for i in range(secret(table, player)):
            pool = octopuses if (i < guests) == (player == 0) else crabs
            kind = cards.nth(pool, dice.roll(guess, bits.count(pool)))
            held = cards.plus(held, kind)
            if cards.animal_of(kind) == 0:
                crabs = cards.minus(crabs, kind)
            else:
                octopuses = cards.minus(octopuses, kind)
        discards = 0
        for _ in range(bits.count(table.discards[player])):
            kind = cards.nth(held, dice.roll(guess, bits.count(held)))
            held = cards.minus(held, kind)
            discards = cards.plus(discards, kind)
        table.hands[player] = cards.together(held, int(table.shown[player]))
        table.discards[player] = discards
    table.decks[0] = crabs
    table.decks[1] = octopuses
    for player in range(SEATS):
        forget_all(table, player)


def unknown_of(table, animal):
    """The cards of an animal that no spectator can place."""
    held = 0
    for player in range(SEATS):
        hand = cards.besides(int(table.hands[player]), int(table.shown[player]))
        held = cards.together(held, cards.together(hand, int(table.discards[player])))
        held = cards.together(held, int(table.decks[player]))
    return cards.of_animal(held, animal)


def secret(table, player):
    """How many cards of a player's hand and discards no spectator has seen."""
    return bits.count(table.hands[player]) + bits.count(table.discards[player]) - bits.count(table.shown[player])


def room_for_guests(table, player):
    """How many of those can be foreign."""
    known = bits.count(cards.of_animal(int(table.shown[player]), 1 - player))
    return min(table.guests[player] - known, secret(table, player))


def forget_all(table, player):
    """Erase what a player knows of the other: a spectator does not know that either."""
    table.seen[player] = 0
    table.doubt[player] = 0
    table.sunk[player] = 0
    table.adrift[player] = 0
    table.buried[player] = 0
    table.least[player] = 0
    table.most[player] = 0


# --- observing --------------------------------------------------------------------------------------------


def observe(table, viewer, pile_top, pile_covered, out):
    """Write the planes, then what is asked for, then the facts all know, the viewer's seat first."""
    for i in range(OBSERVED):
        out[i] = 0
    me = max(viewer, 0)
    if viewer >= 0:
        other = 1 - me
        write_plane(HAND, int(table.hands[me]), me, out)
        write_plane(DECK, int(table.decks[me]), me, out)
        write_plane(DISCARDS, int(table.discards[me]), me, out)
        write_plane(SEEN, int(table.seen[me]), me, out)
        write_plane(DOUBT, int(table.doubt[me]), me, out)
        write_plane(SUNK, int(table.sunk[me]), me, out)
        write_plane(ADRIFT, int(table.adrift[me]), me, out)
        write_plane(BURIED, int(table.buried[me]), me, out)
        write_plane(BETRAYED, int(table.seen[other]), me, out)
    else:
        write_plane(HAND, int(table.shown[me]), me, out)
        write_plane(SEEN, int(table.shown[1 - me]), me, out)
    write_plane(PLAYED, int(table.played), me, out)
    if pile_top >= 0:
        out[TOP * KINDS + (pile_top ^ me)] = 1
    if pile_covered >= 0:
        out[COVERED * KINDS + (pile_covered ^ me)] = 1
    facts = PLANES * KINDS
    out[facts + table.phase] = 1
    facts += PHASES
    out[facts] = table.variant
    out[facts + 1] = table.lower
    out[facts + 2] = table.laid
    out[facts + 3] = table.rounds
    if table.word != turns.NO_WORD:
        out[facts + 4] = table.word - turns.PASS + 1
    out[facts + 5] = (table.led - me + SEATS) % SEATS
    if viewer >= 0:
        out[facts + 6] = table.least[me]
        out[facts + 7] = table.most[me]
    facts += 8
    for i in range(SEATS):
        player = (me + i) % SEATS
        out[facts + i] = table.awaiting >> player & 1
        out[facts + SEATS + i] = bits.count(table.hands[player])
        out[facts + 2 * SEATS + i] = bits.count(table.decks[player])
        out[facts + 3 * SEATS + i] = bits.count(table.discards[player])


def write_plane(plane, held, me, out):
    """How many of each kind, the viewer's own animal first."""
    for kind in range(KINDS):
        out[plane * KINDS + (kind ^ me)] = cards.number(held, kind)
