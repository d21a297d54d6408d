"""What several boards draw: the cast, streets, terraces, and the elements of a drawing."""
