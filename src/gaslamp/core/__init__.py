"""Rules contract, beliefs, histories and records that every title shares."""

from gaslamp import kernel

kernel.prefer_compiled(__path__)
