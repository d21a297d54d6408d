"""The mark `@rule("MP-10", "MP-11")` names the rules that a test proves; test_ledger.py checks it."""

import pytest

rule = pytest.mark.rule
