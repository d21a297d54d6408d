r"""A map of a few streets, so small that games on it are crowded, with a bit of everything that Whitehall has.

                                               w white, k black, b blue; crossings in brackets are yellow
 x001 ---- 1w ---- x002 ---- 2w ---- x003
  |   \____         4k                5w
  3w       \        |                 |
(x004)---- 6k ----(x005)---- 7b ---- x006
  | \_              8k             10b 9w      10 and 11 hang into the water
  |  x007 - 12w     |                 |        12 hangs into the third block of houses
  |  13w          (x008)- 11b       (x009)
  | /              14k                15w
 x010 ------------ x011 --- 16w ---- x012
"""

from pathlib import Path

from tests.oracle.whitehall.map import load_map

SMALL_MAP_FILE = Path(__file__).with_name("small_map.toml")
SMALL_MAP = load_map(SMALL_MAP_FILE)
