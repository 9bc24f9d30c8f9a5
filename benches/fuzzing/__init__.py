"""Inputs that nobody meant, drawn by chance, for whatever takes any: nothing may fall, hang, swell or be lost."""
