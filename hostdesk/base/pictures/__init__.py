"""Pictures on a page: as SVG in the colours of the desk."""
