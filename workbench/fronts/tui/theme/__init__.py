"""What the screen is drawn with: glyph tables, colour roles, cell arithmetic and the paint that joins them."""
