"""Says what to install where PyTorch is missing, and how its threads wait. The package imports it before anything else."""

from __future__ import annotations

import os

# Threads that sleep while they wait for one another. PyTorch's spin by default: on cores that other programs use too, two
# spinning threads train several times slower than one. It takes effect if PyTorch has not been imported yet.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("GOMP_SPINCOUNT", "0")

try:
    import safetensors  # noqa: F401
    import torch  # noqa: F401
except ImportError as error:
    raise ImportError(
        f"adut_training needs PyTorch and safetensors ({error}); install them with: pip install 'adut[training]'"
    ) from None
