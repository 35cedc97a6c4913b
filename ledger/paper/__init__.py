"""What all printed pages share: layout, fonts, tables, boxes to fill in."""
