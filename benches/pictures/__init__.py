"""What benches look at: sets with truth, positions, and what makes pictures worse."""
