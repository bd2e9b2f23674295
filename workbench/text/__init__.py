"""Text: trimming, JSON text, safe display. Pure; knows nothing of schedules or sessions."""
