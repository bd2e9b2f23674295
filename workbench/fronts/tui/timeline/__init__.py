"""The timeline: a lane per record, lateness as length, simulated time from left to right (page 10, section 7)."""
