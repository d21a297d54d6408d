from gaslamp import kernel

kernel.prefer_compiled(__path__)
