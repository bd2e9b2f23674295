"""What all fronts share above the bench: settings, places, and the commands of the user."""
