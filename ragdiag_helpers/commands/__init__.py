"""The subcommands of ragdiag, a module each: ``add_arguments`` and ``run``, which returns the exit code."""
