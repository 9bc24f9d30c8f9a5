"""The watching process: owns camera, button and lamp, looks when a turn is over, and writes down what happened."""
