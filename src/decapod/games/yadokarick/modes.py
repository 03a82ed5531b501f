"""The four ways to play, who sits where, and how much the box has room for."""

VARIANTS = {"main": (3, 4, 5, 6, 7), "advanced": (3, 4, 5, 6), "duel": (2,), "solo": (1,)}
MAIN, ADVANCED, DUEL, SOLO = 0, 1, 2, 3

SEATS = 7
NPC = 2  # the seat of the NPC in the duel: it is not a player
SMALL_CIRCLE = 3  # with three at the table (the NPC counts) one colour is used

HAND = 10  # cards a hand has room for
TRACK = 40  # size cards there is room for

ALL_ROUNDS, NPC_TARGET, BEATEN, SHORT = 1, 2, 3, 4
ENDINGS = ("", "rounds", "npc", "beaten", "short")
