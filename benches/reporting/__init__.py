"""What benches measured, as files, and the page made of them."""
