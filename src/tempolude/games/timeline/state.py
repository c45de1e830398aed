"""What Timeline is played with, as numbers (T1). What the state holds stands in `rules.py`."""

SEATS, HAND = 8, 10
CARDS = 240  # T1.3
GAPS = 256  # gaps 0 to 240, and a power of two so that an action is quick to take apart
ACTIONS = HAND * GAPS
ROUNDS = 60  # T4.6
SPARE_CARDS = 10  # T2.1 what must be left beside the hands
