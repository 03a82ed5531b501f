"""Learning: networks that teach themselves a game by playing it against themselves, and the nets they leave behind.

    decapod train crabe-vs-poulpe --minutes 5 --device cuda

PPO over the batch environments, in torch (extra `learn`), which nothing here imports before it is needed: what was
learned is kept in a net file (`nn/net_file.py`) and played without it.
"""

from __future__ import annotations

from decapod.errors import install_hint


def require_torch() -> None:
    """Raise with one clear line where there is no torch."""
    try:
        import torch  # noqa: F401  # pyright: ignore[reportMissingImports, reportUnusedImport]
    except ImportError:
        raise RuntimeError(f"torch is not installed: {install_hint('learn')}") from None
