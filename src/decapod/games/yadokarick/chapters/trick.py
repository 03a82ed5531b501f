"""A round of tricks: playing, the marker, winning, building, and what the houses are worth in the end."""

from decapod.engine import bits, dice
from decapod.games.yadokarick.chapters import house
from decapod.games.yadokarick.chapters.deal import deal_hand, in_play, mix, stock
from decapod.games.yadokarick.state import (
    ALL_ROUNDS,
    COLOURS,
    DUEL,
    GETS,
    MARK,
    NPC,
    NPC_TARGET,
    NUMBERS,
    ORDER,
    PLAYS,
    SMALL_CIRCLE,
    TRICK,
    highest,
    is_roof,
    nth,
    size_of,
)

EVERY_SEAT = 0x01010101010101  # a 1 in the byte of every seat


def begin_round(box, table):
    """Deal ten cards to everyone; no houses yet, and the marker at its start (YD-2, YD-3)."""
    size = bits.count(in_play(box, table, 0)) + bits.count(in_play(box, table, 1))
    hand = int(box.hand)
    mix(table.dice, table.deck, size, hand * table.players)
    for player in range(table.players):
        deal_hand(table, player, player * hand, hand)
    for seat in range(table.seats):
        table.houses[seat] = 0
        table.built[seat] = 0
        table.lost[seat] = 0
        table.fallen[seat] = 0
    table.public[0] = 0
    table.public[1] = 0
    table.closed = 0
    table.marker = box.start
    table.tricks = 0
    table.reveals += 1
    begin_trick(box, table, int(table.first))


def begin_trick(box, table, lead):
    """Let someone lead; if that is the NPC, it turns up a card first (YD-4, YD-18)."""
    table.phase = TRICK
    table.lead = lead
    if table.variant == DUEL and lead == NPC:
        turn_up(box, table)
        lead = left_of(table, lead)
    table.awaiting = 1 << lead


def left_of(table, seat):
    """Play goes clockwise; in the duel the NPC has its place in the circle (YD-4, YD-17)."""
    if table.variant == DUEL:
        if seat == NPC:
            return 1 - int(table.before_npc)
        return NPC if seat == table.before_npc else int(table.before_npc)
    return seat + 1 if seat + 1 < table.seats else 0


def put_down(table, player, card):
    """A card goes from a hand to the trick, for all to see (YD-4)."""
    colour = card // NUMBERS
    bit = 1 << card - colour * NUMBERS
    table.hands[player, colour] ^= bit
    show(table, player, card, colour, bit)


def show(table, seat, card, colour, bit):
    """A card lies open in the trick (YD-4, YD-18)."""
    table.public[colour] |= bit
    table.pile[colour] |= bit
    table.trick |= card + 1 << house.CARD * seat
    table.played += 1
    table.reveals += 1


def go_on(box, table, seat):
    """Pass on after a card of `seat`, the NPC playing at once; judge a complete trick (YD-4, YD-18)."""
    if table.played < table.seats:
        seat = left_of(table, seat)
        if table.variant == DUEL and seat == NPC:
            turn_up(box, table)
            seat = left_of(table, seat)
    if table.played < table.seats:
        table.awaiting = 1 << seat
    elif table.variant == DUEL:
        table.after = left_of(table, winner_of(table, int(table.colour)))
        settle(box, table)
    else:
        find_lowest(table)


def turn_up(box, table):
    """The NPC plays the top card of the stock: any card not in a hand, not yet seen (YD-18)."""
    colour = int(table.colour)
    cards = stock(box, table)
    number = nth(cards, dice.roll(table.dice, bits.count(cards)))
    show(table, NPC, colour * NUMBERS + number, colour, 1 << number)


def find_lowest(table):
    """Let the lowest number move the marker, of two the earlier first; the later leads (YD-5 to YD-7)."""
    greens, pinks = int(table.pile[0]), int(table.pile[1])
    low = bits.lowest(greens | pinks)
    first = who_played(table, low if greens >> low & 1 else NUMBERS + low)
    last = first
    if greens & pinks & 1 << low:
        last = who_played(table, NUMBERS + low)
        if follows(table, first, last):
            first, last = last, first
    table.after = last
    table.phase = MARK
    table.awaiting = 1 << first


def who_played(table, card):
    """The seat that played a card of this trick: the first byte equal to it, found without a loop."""
    other = int(table.trick) ^ (card + 1) * EVERY_SEAT
    return bits.lowest(other - EVERY_SEAT & ~other & EVERY_SEAT << house.CARD - 1) // house.CARD


def trick_card(table, seat):
    """The card a seat has played in this trick, plus 1; 0 if none yet."""
    return int(table.trick) >> house.CARD * seat & house.CARD_MASK


def follows(table, seat, other):
    """Whether a seat played after another in this trick (YD-4)."""
    lead = int(table.lead)
    return ((seat >= lead) == (other >= lead) and seat > other) or seat < lead <= other


def move_marker(box, table, player, step):
    """Move the marker; then the other lowest moves it, or the winners build (YD-5, YD-6, YD-10)."""
    table.marker += step
    if player != table.after:
        table.awaiting = 1 << int(table.after)
    else:
        settle(box, table)


def settle(box, table):
    """The highest numbers take what they win, and build with it (YD-8, YD-9).

    With three players one of them takes all; else each colour's highest takes that colour's largest cards.
    The one who played earlier builds first, which changes nothing: everyone builds for themselves.
    """
    if table.roof == PLAYS:
        find_closing(box, table)
    if takes_all(table):
        colour = int(table.colour)
        table.winner = winner_of(table, colour)
        if table.closed >> table.winner & 1 == 0:
            table.won = table.pile[colour]
        clear_trick(table)
        build_won(box, table)
        return
    for colour in range(COLOURS):
        if table.pile[colour] != 0:
            award(box, table, colour)
    clear_trick(table)
    end_trick(box, table)


def find_closing(box, table):
    """Whoever played a roof to this trick builds on no more after it (YD-12, option `roof`)."""
    for colour in range(COLOURS):
        roofs = int(table.pile[colour]) & int(box.roofs)
        while roofs != 0:
            table.closing |= 1 << who_played(table, colour * NUMBERS + bits.lowest(roofs))
            roofs &= roofs - 1


def takes_all(table):
    """Whether the highest number takes the whole trick: with three players, but not with the NPC (YD-8, YD-19)."""
    return table.seats == SMALL_CIRCLE and table.variant != DUEL


def clear_trick(table):
    """All cards leave the trick: to be built with, or out of the round (YD-9)."""
    table.played = 0
    table.pile[0] = 0
    table.pile[1] = 0
    table.trick = 0


def winner_of(table, colour):
    """Who played the highest number of a colour that is in the trick (YD-8, YD-9)."""
    return who_played(table, colour * NUMBERS + highest(int(table.pile[colour])))


def award(box, table, colour):
    """The highest number takes the largest cards of its colour, unless its house is closed (YD-9, YD-12)."""
    seat = winner_of(table, colour)
    if table.closed >> seat & 1:
        return
    cards = largest(box, colour, int(table.pile[colour]))
    roofs = cards & int(box.roofs)
    cards ^= roofs
    while cards != 0:
        build(box, table, seat, colour * NUMBERS + bits.lowest(cards))
        cards &= cards - 1
    while roofs != 0:
        build(box, table, seat, colour * NUMBERS + bits.lowest(roofs))
        roofs &= roofs - 1


def cards_won(box, table, colour):
    """The cards of the trick that the highest number of a colour takes, as a set (YD-8, YD-9)."""
    return int(table.pile[colour]) if takes_all(table) else largest(box, colour, int(table.pile[colour]))


def largest(box, colour, cards):
    """Those cards of a set that have its largest size (YD-9)."""
    for size in range(2, box.largest + 1):
        larger = cards & int(box.at_least[colour, size])
        cards = larger if larger != 0 else cards
    return cards


def next_floors(box, table):
    """The cards the winner may build with next, as a set: roofs come last (YD-10, YD-12)."""
    won = int(table.won)
    plain = won & ~int(box.roofs)
    return plain if plain != 0 else won


def build_won(box, table):
    """Build with the cards won until their order is a choice: cards of one size have none (YD-10)."""
    colour = int(table.colour)
    while table.won != 0:
        cards = next_floors(box, table)
        if largest(box, colour, cards) != cards:
            table.phase = ORDER
            table.awaiting = 1 << int(table.winner)
            return
        table.won ^= cards & -cards
        build(box, table, int(table.winner), colour * NUMBERS + bits.lowest(cards))
    table.turns += 1
    end_trick(box, table)


def build(box, table, seat, card):
    """Put a card on a house; the card next to the body falls from one that is too high (YD-10 to YD-12)."""
    cards = house.on_top(int(table.houses[seat]), card)
    size = size_of(box, card)
    bearing = house.CARD * int(box.floors)
    falling = cards >> bearing
    if falling != 0:
        cards ^= falling << bearing
        gone = size_of(box, falling - 1)
        table.fallen[seat] += 1
        table.lost[seat] += gone
        size -= gone
    table.houses[seat] = cards
    table.built[seat] += size
    if table.roof == GETS:
        table.closed |= is_roof(box, card) << seat


def end_trick(box, table):
    """After the tenth trick the round is scored; else the next trick begins (YD-7, YD-13)."""
    table.closed |= table.closing
    table.closing = 0
    table.tricks += 1
    if table.tricks < box.hand:
        begin_trick(box, table, int(table.after))
    else:
        end_round(box, table)


def end_round(box, table):
    """Add up the round; deal again, the next player leading, or end (YD-3, YD-13 to YD-15)."""
    table.finished += 1
    over = table.finished == table.rounds
    if table.variant != DUEL:
        for player in range(table.players):
            table.totals[player] += round_points(box, table, player)
        table.first = left_of(table, int(table.first))
    if not over:
        begin_round(box, table)
        return
    table.phase = TRICK
    table.awaiting = 0
    table.ending = NPC_TARGET if table.variant == DUEL else ALL_ROUNDS


def round_points(box, table, player):
    """What a player's house is worth with the marker where it is, less what collapsed (YD-13, YD-14)."""
    return house_worth(box, int(table.built[player]), int(table.marker)) - int(table.lost[player])


def house_worth(box, size, target):
    """What a house of a size is worth (YD-13)."""
    if size > target:
        return target - size
    return size + int(box.bonus) if size == target else size
