"""Analysis: what a search makes of a position, and of every move of a match; docs/analysis.md says how sure that is."""

from decapod.analysis.match_review import GRADES, MoveReview, Review, review
from decapod.analysis.position import Analysis, Line, analyse

__all__ = ["GRADES", "Analysis", "Line", "MoveReview", "Review", "analyse", "review"]
