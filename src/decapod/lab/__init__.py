"""The lab: measuring bots, games and boxes.

`arena` lets bots play each other and says who is how strong; `survey` counts games by the million, `study` watches them
move by move; `report`, `box_comparison` and `sweep` say what a game does, and what it would do with another box.
"""
