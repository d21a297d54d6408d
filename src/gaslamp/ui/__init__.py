"""What a title displays, as data: scenes, panels, prompts, text boards and the deduction aid."""
