"""Mr. Jack: two players, a hex board, eight characters; Jack is one of them."""
