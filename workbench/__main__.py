"""``python -m workbench``: the same program as the ``workbench`` command."""

import sys

from workbench.main import main

if __name__ == "__main__":
    sys.exit(main())
