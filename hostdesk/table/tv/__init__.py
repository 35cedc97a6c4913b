"""The view for a television, which shows what everybody may see."""
