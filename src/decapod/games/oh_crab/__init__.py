"""Oh Crab!: rules, box, view and art."""
