"""What `pi-referee doctor` looks at: one function a part, giving findings and never stopping at the first fault."""
