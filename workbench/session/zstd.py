"""The Zstandard library, whatever it is called here: in the standard library from Python 3.14 on."""

import sys

if sys.version_info >= (3, 14):
    from compression.zstd import (
        DecompressionParameter,
        ZstdDecompressor,
        ZstdError,
        get_frame_info,
        get_frame_size,
    )
else:
    from backports.zstd import (
        DecompressionParameter,
        ZstdDecompressor,
        ZstdError,
        get_frame_info,
        get_frame_size,
    )

__all__ = ["DecompressionParameter", "ZstdDecompressor", "ZstdError", "get_frame_info", "get_frame_size"]
