"""Search: Monte Carlo tree search with rollouts or a net as evaluator."""
