"""Many hands at once: tables stepped in bulk, the environments people train in, and self-play."""
