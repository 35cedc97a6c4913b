"""Attendance: what became of each answer, the strikes it earned, and what follows from them."""
