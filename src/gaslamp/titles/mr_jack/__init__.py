"""Mr. Jack: two players, a hex board, eight characters; Jack is one of them."""

from gaslamp import kernel

kernel.prefer_compiled(__path__)
