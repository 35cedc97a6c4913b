"""The pages of nights: the list, planning, opening, results, calendars."""
