"""The rules of Mr. Jack, and what is told of a step."""

from gaslamp import kernel

kernel.prefer_compiled(__path__)
