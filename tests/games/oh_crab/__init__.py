"""Tests of Oh Crab!; a package, so that `setting` can be imported."""
