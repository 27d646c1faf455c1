"""The five games for research: environments of PettingZoo, games of OpenSpiel. The program itself never loads them."""

from quincunx import move_in

move_in()
