"""The contract that every title keeps."""

from gaslamp import kernel

kernel.prefer_compiled(__path__)
