"""What lives in memory while the server runs: rooms, the matches in them, who is connected, bots and clocks.

A match changes in one way only: its log makes the entries for what somebody wants, the store keeps them, the log
applies them, and everybody in the room is shown the result.
"""
