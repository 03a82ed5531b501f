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


def begin_round(box, state):
    """Deal ten cards to everyone; no houses yet, and the marker at its start (YD-2, YD-3)."""
    size = bits.count(in_play(box, state, 0)) + bits.count(in_play(box, state, 1))
    hand = int(box.hand)
    mix(state.dice, state.deck, size, hand * state.players)
    for player in range(state.players):
        deal_hand(state, player, player * hand, hand)
    for seat in range(state.seats):
        state.houses[seat] = 0
        state.built[seat] = 0
        state.lost[seat] = 0
        state.fallen[seat] = 0
    state.public[0] = 0
    state.public[1] = 0
    state.closed = 0
    state.marker = box.start
    state.tricks = 0
    state.reveals += 1
    begin_trick(box, state, int(state.first))


def begin_trick(box, state, lead):
    """Let someone lead; if that is the NPC, it turns up a card first (YD-4, YD-18)."""
    state.phase = TRICK
    state.lead = lead
    if state.variant == DUEL and lead == NPC:
        turn_up(box, state)
        lead = left_of(state, lead)
    state.to_act = 1 << lead


def left_of(state, seat):
    """Play goes clockwise; in the duel the NPC has its place in the circle (YD-4, YD-17)."""
    if state.variant == DUEL:
        if seat == NPC:
            return 1 - int(state.before_npc)
        return NPC if seat == state.before_npc else int(state.before_npc)
    return seat + 1 if seat + 1 < state.seats else 0


def put_down(state, player, card):
    """A card goes from a hand to the trick, for all to see (YD-4)."""
    colour = card // NUMBERS
    bit = 1 << card - colour * NUMBERS
    state.hands[player, colour] ^= bit
    show(state, player, card, colour, bit)


def show(state, seat, card, colour, bit):
    """A card lies open in the trick (YD-4, YD-18)."""
    state.public[colour] |= bit
    state.pile[colour] |= bit
    state.trick |= card + 1 << house.CARD * seat
    state.played += 1
    state.reveals += 1


def go_on(box, state, seat):
    """Pass on after a card of `seat`, the NPC playing at once; judge a complete trick (YD-4, YD-18)."""
    if state.played < state.seats:
        seat = left_of(state, seat)
        if state.variant == DUEL and seat == NPC:
            turn_up(box, state)
            seat = left_of(state, seat)
    if state.played < state.seats:
        state.to_act = 1 << seat
    elif state.variant == DUEL:
        state.after = left_of(state, winner_of(state, int(state.colour)))
        settle(box, state)
    else:
        find_lowest(state)


def turn_up(box, state):
    """The NPC plays the top card of the stock: any card not in a hand, not yet seen (YD-18)."""
    colour = int(state.colour)
    cards = stock(box, state)
    number = nth(cards, dice.roll(state.dice, bits.count(cards)))
    show(state, NPC, colour * NUMBERS + number, colour, 1 << number)


def find_lowest(state):
    """Let the lowest number move the marker, of two the earlier first; the later leads (YD-5 to YD-7)."""
    greens, pinks = int(state.pile[0]), int(state.pile[1])
    low = bits.lowest(greens | pinks)
    first = who_played(state, low if greens >> low & 1 else NUMBERS + low)
    last = first
    if greens & pinks & 1 << low:
        last = who_played(state, NUMBERS + low)
        if follows(state, first, last):
            first, last = last, first
    state.after = last
    state.phase = MARK
    state.to_act = 1 << first


def who_played(state, card):
    """The seat that played a card of this trick: the first byte equal to it, found without a loop."""
    other = int(state.trick) ^ (card + 1) * EVERY_SEAT
    return bits.lowest(other - EVERY_SEAT & ~other & EVERY_SEAT << house.CARD - 1) // house.CARD


def trick_card(state, seat):
    """The card a seat has played in this trick, plus 1; 0 if none yet."""
    return int(state.trick) >> house.CARD * seat & house.CARD_MASK


def follows(state, seat, other):
    """Whether a seat played after another in this trick (YD-4)."""
    lead = int(state.lead)
    return ((seat >= lead) == (other >= lead) and seat > other) or seat < lead <= other


def move_marker(box, state, player, step):
    """Move the marker; then the other lowest moves it, or the winners build (YD-5, YD-6, YD-10)."""
    state.marker += step
    if player != state.after:
        state.to_act = 1 << int(state.after)
    else:
        settle(box, state)


def settle(box, state):
    """The highest numbers take what they win, and build with it (YD-8, YD-9).

    With three players one of them takes all; else each colour's highest takes that colour's largest cards.
    The one who played earlier builds first, which changes nothing: everyone builds for themselves.
    """
    if state.roof == PLAYS:
        find_closing(box, state)
    if takes_all(state):
        colour = int(state.colour)
        state.winner = winner_of(state, colour)
        if state.closed >> state.winner & 1 == 0:
            state.won = state.pile[colour]
        clear_trick(state)
        build_won(box, state)
        return
    for colour in range(COLOURS):
        if state.pile[colour] != 0:
            award(box, state, colour)
    clear_trick(state)
    end_trick(box, state)


def find_closing(box, state):
    """Whoever played a roof to this trick builds on no more after it (YD-12, option `roof`)."""
    for colour in range(COLOURS):
        roofs = int(state.pile[colour]) & int(box.roofs)
        while roofs != 0:
            state.closing |= 1 << who_played(state, colour * NUMBERS + bits.lowest(roofs))
            roofs &= roofs - 1


def takes_all(state):
    """Whether the highest number takes the whole trick: with three players, but not with the NPC (YD-8, YD-19)."""
    return state.seats == SMALL_CIRCLE and state.variant != DUEL


def clear_trick(state):
    """All cards leave the trick: to be built with, or out of the round (YD-9)."""
    state.played = 0
    state.pile[0] = 0
    state.pile[1] = 0
    state.trick = 0


def winner_of(state, colour):
    """Who played the highest number of a colour that is in the trick (YD-8, YD-9)."""
    return who_played(state, colour * NUMBERS + highest(int(state.pile[colour])))


def award(box, state, colour):
    """The highest number takes the largest cards of its colour, unless its house is closed (YD-9, YD-12)."""
    seat = winner_of(state, colour)
    if state.closed >> seat & 1:
        return
    cards = largest(box, colour, int(state.pile[colour]))
    roofs = cards & int(box.roofs)
    cards ^= roofs
    while cards != 0:
        build(box, state, seat, colour * NUMBERS + bits.lowest(cards))
        cards &= cards - 1
    while roofs != 0:
        build(box, state, seat, colour * NUMBERS + bits.lowest(roofs))
        roofs &= roofs - 1


def cards_won(box, state, colour):
    """The cards of the trick that the highest number of a colour takes, as a set (YD-8, YD-9)."""
    return int(state.pile[colour]) if takes_all(state) else largest(box, colour, int(state.pile[colour]))


def largest(box, colour, cards):
    """Those cards of a set that have its largest size (YD-9)."""
    for size in range(2, box.largest + 1):
        larger = cards & int(box.at_least[colour, size])
        cards = larger if larger != 0 else cards
    return cards


def next_floors(box, state):
    """The cards the winner may build with next, as a set: roofs come last (YD-10, YD-12)."""
    won = int(state.won)
    plain = won & ~int(box.roofs)
    return plain if plain != 0 else won


def build_won(box, state):
    """Build with the cards won until their order is a choice: cards of one size have none (YD-10)."""
    colour = int(state.colour)
    while state.won != 0:
        cards = next_floors(box, state)
        if largest(box, colour, cards) != cards:
            state.phase = ORDER
            state.to_act = 1 << int(state.winner)
            return
        state.won ^= cards & -cards
        build(box, state, int(state.winner), colour * NUMBERS + bits.lowest(cards))
    state.turn_index += 1
    end_trick(box, state)


def build(box, state, seat, card):
    """Put a card on a house; the card next to the body falls from one that is too high (YD-10 to YD-12)."""
    cards = house.on_top(int(state.houses[seat]), card)
    size = size_of(box, card)
    bearing = house.CARD * int(box.floors)
    falling = cards >> bearing
    if falling != 0:
        cards ^= falling << bearing
        gone = size_of(box, falling - 1)
        state.fallen[seat] += 1
        state.lost[seat] += gone
        size -= gone
    state.houses[seat] = cards
    state.built[seat] += size
    if state.roof == GETS:
        state.closed |= is_roof(box, card) << seat


def end_trick(box, state):
    """After the tenth trick the round is scored; else the next trick begins (YD-7, YD-13)."""
    state.closed |= state.closing
    state.closing = 0
    state.tricks += 1
    if state.tricks < box.hand:
        begin_trick(box, state, int(state.after))
    else:
        end_round(box, state)


def end_round(box, state):
    """Add up the round; deal again, the next player leading, or end (YD-3, YD-13 to YD-15)."""
    state.finished += 1
    over = state.finished == state.rounds
    if state.variant != DUEL:
        for player in range(state.players):
            state.totals[player] += round_points(box, state, player)
        state.first = left_of(state, int(state.first))
    if not over:
        begin_round(box, state)
        return
    state.phase = TRICK
    state.to_act = 0
    state.ending = NPC_TARGET if state.variant == DUEL else ALL_ROUNDS


def round_points(box, state, player):
    """What a player's house is worth with the marker where it is, less what collapsed (YD-13, YD-14)."""
    return house_worth(box, int(state.built[player]), int(state.marker)) - int(state.lost[player])


def house_worth(box, size, target):
    """What a house of a size is worth (YD-13)."""
    if size > target:
        return target - size
    return size + int(box.bonus) if size == target else size
