"""Creating, joining and listing games; guests, names, chat."""
