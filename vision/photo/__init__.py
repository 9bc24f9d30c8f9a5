"""Whether a picture is any good, and what can be mended of it: noise, focus, motion, what to do better."""
