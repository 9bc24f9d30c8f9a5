"""The club's hall: hears what tables tell a broker, keeps it, and knows rounds, results and standings."""
