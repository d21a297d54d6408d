"""The authority: live games, their seats, what each may see of them, and what is saved."""
