"""Tests of the function alone: `python3 -m unittest discover tests`."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))

from greet import greet


class Greet(unittest.TestCase):
    def test_it_greets_a_person(self):
        self.assertEqual(greet("Ada"), "Hello, Ada!")


if __name__ == "__main__":
    unittest.main()
