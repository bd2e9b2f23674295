"""Schedule: records, changes, fold, rules, occurrences, decision, framing (seed 001). Pure; no I/O, no clock."""
