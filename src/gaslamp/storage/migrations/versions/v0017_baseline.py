"""The first revision: the tables of `storage.schema`. A new database gets them from there."""

revision = "0017"
down_revision = None


def upgrade() -> None:
    pass
