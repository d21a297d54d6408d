"""Ties a test to the rules it proves: `@rule("MP-10", "MP-11")` above it. The ledger test keeps count."""

import pytest

rule = pytest.mark.rule
