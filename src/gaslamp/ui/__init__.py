"""What a title shows, as data: scenes, panels, prompts, boards in characters, the deduction aid."""
