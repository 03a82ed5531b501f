"""Networks: files of weights and their evaluation."""
