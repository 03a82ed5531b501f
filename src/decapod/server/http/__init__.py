"""The routes: games, rooms, matches and people over HTTP, play over a WebSocket, health; and the application of them.

On the wire, and in what people read, a room is a `table`.
"""
