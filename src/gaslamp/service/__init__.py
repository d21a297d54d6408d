"""Games in memory, the lobby, chat and clocks: what every front end of the server uses."""
