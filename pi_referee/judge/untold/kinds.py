"""The names of what may have happened that nobody told; they stand in the log and are never changed."""

LAID_ANEW, TWO_BACK, PLAYS, TAKEN_UP, PASSED = "laid_anew", "two_taken_back", "plays", "taken_up", "passed"
SLID, FALLEN, SWAPPED, TOLD, MISREAD, SHIFTED = "slid", "fallen", "swapped", "told", "misread", "shifted"
