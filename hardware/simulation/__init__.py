"""Tables and cameras that are not there: for the demo, and for tests."""
