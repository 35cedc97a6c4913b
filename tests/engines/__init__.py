"""Other engines than Chromium: WebKit and Firefox play a night."""
