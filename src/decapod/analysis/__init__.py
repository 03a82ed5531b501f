"""Analysis: what a search makes of a position, and of every move of a match; docs/analysis.md says how sure that is."""

from decapod.analysis.position import Analysis, Line, analyse
from decapod.analysis.review import GRADES, Review, Verdict

__all__ = ["GRADES", "Analysis", "Line", "Review", "Verdict", "analyse"]
