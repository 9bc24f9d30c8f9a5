"""Looks at cards from nearer: at letters' way up and at marks."""
