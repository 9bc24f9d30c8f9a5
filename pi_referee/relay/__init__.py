"""What leaves a table for a broker (MQTT): its log, event by event, how it stands, and what Home Assistant is told."""
