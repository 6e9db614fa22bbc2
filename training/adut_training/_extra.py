"""Says what to install where PyTorch is missing. The package imports it before anything else."""

from __future__ import annotations

try:
    import safetensors  # noqa: F401
    import torch  # noqa: F401
except ImportError as error:
    raise ImportError(
        f"adut_training needs PyTorch and safetensors ({error}); install them with: pip install 'adut[training]'"
    ) from None
