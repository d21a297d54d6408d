"""The games under way in this process, and whoever runs them: opponents, clocks, the deduction aid."""
