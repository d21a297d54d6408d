"""Server benchmarks: load, cost of a step, rendering, and an echo server as reference."""
