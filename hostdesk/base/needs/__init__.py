"""The features in use at the desk, so that pages show no others."""
