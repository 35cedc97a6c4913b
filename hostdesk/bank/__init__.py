"""The bank of a night on its pages: Tonight, cash-outs, notes, credit, the closing."""
