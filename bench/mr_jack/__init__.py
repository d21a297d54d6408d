"""Reference bots for Mr. Jack that are not offered as levels."""
