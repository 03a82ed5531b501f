"""The five games: box.toml, rules.py, view.py, art.py, words.toml and rules.md in each folder."""
