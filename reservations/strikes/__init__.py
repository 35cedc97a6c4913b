"""Attendance: the outcomes of answers, their strikes, and the consequences."""
