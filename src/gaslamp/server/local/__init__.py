"""The server inside a browser: requests, sockets, jobs and saved files without network, threads or processes."""

import sys
from types import ModuleType

if sys.platform == "emscripten":  # modules that anyio and Litestar import, and the edition does not have
    _interpreters = ModuleType("concurrent.interpreters")
    _interpreters.__dict__.update(ExecutionFailed=RuntimeError, create=None)
    sys.modules |= {_interpreters.__name__: _interpreters, "pdb": ModuleType("pdb")}
