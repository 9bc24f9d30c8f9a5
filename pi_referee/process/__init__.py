"""The programs as the system sees them: started, watched, stopped, their notes and fault reports."""
