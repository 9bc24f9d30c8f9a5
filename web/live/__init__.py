"""The page as it changes: following the log, the stream, the state of the table, writing."""
