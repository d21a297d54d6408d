"""The games as environments for those who study hidden information. Needs an extra; nobody else in the house does."""
