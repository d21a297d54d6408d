"""Beliefs of Whitehall Mystery."""

from gaslamp import kernel

kernel.prefer_compiled(__path__)
