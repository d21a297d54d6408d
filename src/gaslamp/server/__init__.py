"""The table for browsers: pages, one socket a player, guests and their links. The only room that knows users."""
