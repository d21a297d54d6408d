"""Terminal interface: play a game; replay, verify and draw records; show tournaments."""
