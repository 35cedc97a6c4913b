"""Engines other than Chromium: WebKit and Firefox play a night."""
