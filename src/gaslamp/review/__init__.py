"""Reviews of finished games: win chances, accounts that add up to the result, and judged decisions. Pure."""
