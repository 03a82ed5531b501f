"""The five games: box.toml, rules.py, view.py, art.py, words.toml, rules.md (and rules.fr.md) in each folder."""
