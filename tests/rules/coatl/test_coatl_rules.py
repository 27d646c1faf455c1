"""The rules of Cóatl, sentence by sentence: the turn, taking, prophecies, the build, the tokens, feathers, the end."""

from dataclasses import replace

import pytest

from logic.coatl import redact, sample
from logic.coatl.components import HIDDEN, pieces_of
from logic.coatl.notation import check
from logic.coatl.rules import PRAISE, verdict
from logic.core import Dice, IllegalMove
from tests.rules.coatl.coatlsentences import CLAIMS, all_but, position
from tests.support.positions.cases import by_texts
from tests.support.positions.coatl import choices, deal, happened, kinds, play, sitting
from tests.support.stories import sentences

SENTENCES = """
# A turn is one action, of which a take fills the first free slots with one whole field
OPEN :: :: no end + pass + take b3 + take h2 + take t2 :: take b1 :: only end, hand 1 Rb1 Yb1, field b1 -, no take b2
OPEN :: choose red:Y :: kinds choose draw end
OPEN / 1 board Kb1 Kb2 :: start Kb1 :: kinds start attach end, no take b1 + choose red:Y + draw
OPEN / 1 board Kb1 - Kb2 :: take b1 :: slots 1 Kb1 Rb1 Kb2 Yb1 - - - -
OPEN / 1 board Kb1..8 :: :: kinds choose draw start
# A head or tail needs one free slot, two bodies two and a single body one
OPEN / 1 board Kb1..6 :: :: take: b1 + b2 + h1 + t1
OPEN / 1 board Kb1..7 :: :: take: b2 + h1 + t1
# All empty spaces refill if no body, or neither head nor tail, is left
OPEN / 1 board Kb1 :: take b1 :: hides :: end, take b2, end :: does refill end, counts 2 2 2 2 2 2 1 1 1 1, field h1 Rh1
OPEN :: take h1, end, take t1, end :: shows, counts 2 2 2 2 2 2 1 1 1 1, field b1 Rb1 Yb1, field b2 Gb1 Rb2
OPEN :: take <b1 b2 h1 t1>, end :: does end, hides, same supply
supply Rb1 | Fb1 | - | - | - | - | Rh1 | - | - | - / with feathers 1 1 1 1 :: take b1, end :: field b1 -
# The bags give what they have, and new pieces are the next of them
supply Rb1 | - | - | - | - | - | Rh1 | - | - | - / 1 board Rb2 Yb1..2 Gb1..2 Bb1 / 2 board Kb1..2 / TWO
  :: take b1, end :: field b1 Bb2, field b2 -, field h1 Rh1, emptied body, queue -
OPEN / bodies SHUFFLED :: take b1, end, take b2, end :: next b1 b2
# Where the bags can add nothing, nothing refills, and bodies do all the same
supply Rb1 Yb1 | Gb1 | - | - | - | - | Rh1 | - | - | - / CARDS / ENDS29 / with players 4
  :: take h1, end :: does refill end, counts 2 2 2 2 2 2 0 0 0 0, field b1 Rb1 Yb1
supply Rb1 Yb1 | Rb2 Yb2 | - | - | - | - | Rh1 | - | - | - / CARDS / FULL / ENDS29 / with players 4 / TWO
  :: take h1, end :: does end, same supply, queue -
supply Rb1 | - | - | - | - | - | Rh1 | - | Rt1 | - / CARDS / FULL / 1 board Rb2 Yb1..2 / TWO
  :: take b1, end :: does refill final end, counts 0 0 0 0 0 0 1 1 1 1, cause bodies
# With the last body taken the end is near though no bag can add anything
supply Rb1 | - | - | - | - | - | Rh1 | Rh2 | Rt1 | - / ENDS27 / FULL / 3 coatl Rb2 Yb1..2 / CARDS / with players 4 / TWO
  :: take b1, end :: does final end
supply Rb1 | - | - | - | - | - | Rh1 | Rh2 | Rt1 | - / ENDS27 / FULL / 3 coatl Rb2 Yb1 / CARDS / with players 4 / TWO
  :: take b1, end :: does refill end
# Only a take and Perfect Pick refill the supply board
NOTHING / CARDS / 1 board Kb1 / with tokens :: <draw choose~red:Y start~Kb1 commit~temple:-Y/7 foresee>, end
  :: counts 0 0 0 0 0 0 0 0 0 0, queue -
# One or more prophecies are chosen face up, or blind the top of the deck, and then the display refills
OPEN :: draw, choose red:R, draw, choose trio:K, draw :: held 1 5, only end
OPEN :: choose red:R, choose trio:K :: display red:Y - - pair:YG blackx:B rainbow:YKRGB
  :: end :: does refill end, refilled
OPEN :: draw :: drew :: draw, end :: does end, display red:Y red:R trio:K pair:YG blackx:B rainbow:YKRGB
# No more than 5 are held
OPEN :: :: offers choose draw
OPEN / HELD<1 2 3 4> :: :: offers choose draw
OPEN / HELD5 :: :: lacks choose draw
# Who cannot act passes; where everybody has passed the game is over, but for the last turns
STUCK / BARE / display red:Y red:R red:G pair:YG blackx:B red:B / temples temple:-Y/7 temple:-K/8
  :: :: only pass :: pass :: does pass end, player 2, turn 2, passes 1, same supply
STUCK / BARE :: pass, take b1, end :: passes 0, player 1, goes on
STUCK / 2 board Rt1..3 Yt1..3 Gt1..2 / 2 coatl Bt1 / 2 coatl Bt2 / 2 prophecies pair:YG pair:RK pair:YB pair:GB pair:KG
  :: pass*2 :: over, ends Nobody could do anything any more.
player 1, turn 9 / STUCK / end third, 1 2 2 / BARE / with players 3 :: pass*2 :: goes on, player 2, cause third
player 1, turn 9 / STUCK / passes 2 / end third, 1 2 2 / BARE / with players 3 :: pass :: goes on
# Who holds a token that can be used does not pass
STUCK / 1 tokens future / with tokens :: :: only foresee
STUCK / 1 tokens pick commit / with tokens :: :: only pass

# A cóatl may be started with any piece
1 board Rh1 Rt1 Rb1 Kb1 / HAND :: :: if start Rh1: does start & coatl 1.1 Rh1 & hand 1 Rt1 Rb1 Kb1,
  if start Rt1: does start & coatl 1.1 Rt1 & hand 1 Rh1 Rb1 Kb1,
  if start Rb1: does start & coatl 1.1 Rb1 & hand 1 Rh1 Rt1 Kb1
# Pieces go to open ends alone, in one or more steps, and none is inserted, nor are two cóatls joined
1 board Kb1 / BUILT :: :: attach: Kb1 1 head + Kb1 1 tail, if attach Kb1 1 head: coatls 1 KRRR,
  if attach Kb1 1 tail: coatls 1 RRRK
1 board Kh1 Kt1 Kb1 / BUILT :: :: attach: Kh1 1 head + Kt1 1 tail + Kb1 1 head + Kb1 1 tail,
  if attach Kh1 1 head: attach: Kb1 1 tail, if attach Kt1 1 tail: attach: Kb1 1 head
1 board Kb1 / 1 coatl Rh1 :: :: attach: Kb1 1 tail
1 board Kb1 / 1 coatl Rt1 :: :: attach: Kb1 1 head
1 board <K Y>b1 / 1 coatl Rb1..2 / 1 coatl Gb1..2 :: :: attach: <K Y>b1 1 head + <K Y>b1 1 tail + <K Y>b1 2 head
  + <K Y>b1 2 tail, if attach <K Y>b1 1 head: coatls 1 <K Y>RR GG, if attach <K Y>b1 1 tail: coatls 1 RR<K Y> GG,
  if attach <K Y>b1 2 head: coatls 1 RR <K Y>GG, if attach <K Y>b1 2 tail: coatls 1 RR GG<K Y>
1 board Rb1..3 Rh1 Rt1 Kb1 / HAND / 1 temples temple:R=Y/12 / SHOWN :: :: if start Kb1: can end,
  if start Rb1 + attach Rb2 1 tail + attach Rb3 1 tail + prophesy red:R 1 + attach Rh1 1 head: can end,
  if start Rh1 + start Kb1 + attach Rb1 1 tail + attach Rb2 1 tail + attach Rb3 1 tail + prophesy red:R 1: can end
# An end that is closed takes no second head or tail
1 board Kh1 Kt1 / 1 coatl Rh1 Rb1..2 / 1 prophecies red:R blackx:R :: :: attach: Kt1 1 tail
1 board Kt1 Kh1 / 1 coatl Rb1..2 Rt1 / 1 prophecies red:R blackx:R :: :: attach: Kh1 1 head
# A head is not laid at the tail end, nor a tail at the head end
1 board Kh1 Kt1 / 1 coatl Rb1..3 / 1 prophecies red:R :: :: no attach Kh1 1 tail + attach Kt1 1 head
# A head or tail closes a cóatl only when it holds a body; a head and a tail alone are none though a card would score
1 board Rt1 / 1 coatl Rh1 / HAND :: :: lacks attach
1 board Rh1 / 1 coatl Rt1 / HAND :: :: lacks attach
1 board Rt1 / 1 coatl Rh1 Rb1 / HAND :: :: offers attach
1 board Rh1 / 1 coatl Rb1 Rt1 / HAND :: :: offers attach
1 board Rh1 Gb1 / 1 coatl Kt1 / 1 prophecies pair:RK :: :: attach: Gb1 1 head
1 board Kt1 Gb1 / 1 coatl Rh1 / 1 prophecies pair:RK :: :: attach: Gb1 1 tail
# At most 2 unfinished cóatls at a time, and 3 in the game
1 board Kb1 / 1 coatl Rb1 / 1 coatl Gb1 :: :: lacks start
1 board Kb1 / 1 coatl Rb1 :: :: offers start
1 board Rt1 Kb1 / 1 coatl Rh1 Rb1..2 / 1 coatl Gb1 / HAND :: :: lacks start :: attach Rt1 1 tail :: start: Kb1
1 board Kb1 / 1 RED3 / 1 coatl Yh1 Yb1 Yt1 + red:Y, locked / 1 coatl Gb1 :: :: lacks start, offers attach
# A prophecy is placed only where it already scores
1 coatl Rb1..2 / 1 prophecies red:R :: :: lacks prophesy
1 coatl Rb1 Kb1 Rb2..3 / 1 prophecies red:R :: :: prophesy: red:R 1
1 coatl Yb1..2 Rb1 / 1 prophecies blackx:Y :: :: lacks prophesy
1 coatl Yh1 Yb2 Rb1 / 1 prophecies blackx:Y :: :: offers prophesy
# At most 4 prophecies lie on a cóatl, and none comes back
BUILT / HAND :: prophesy red:R 1 :: does prophesy, holds 1 blackx:Y, laid 1.1 red:R, can end
BUILT / 2 prophecies red:R / SHOWN :: :: lacks prophesy
THREE / 1 prophecies colorful:GYG blackx:G :: :: prophesy: colorful:GYG 1
THREE colorful:GYG / 1 prophecies red:G blackx:Y / 1 board Gb3..4 :: :: lacks prophesy
THREE colorful:GYG / 1 prophecies red:G / 1 board Gb3 :: attach Gb3 1 tail :: lacks prophesy
BUILT + red:R / 1 coatl Rb4..6 / 1 prophecies red:R' :: :: prophesy: red:R' 2
# Cards share pieces, and their level rises and never falls
1 board Rt1 Kt1 / 1 coatl Rh1 Kb1 Rb1 / 1 prophecies red:R :: :: no attach Kt1 1 tail
  :: attach Rt1 1 tail, prophesy red:R 1 :: worth 1.1 2
1 coatl Rb1..3 Kb1 / 1 prophecies red:R trio:R pair:RK red:K :: prophesy red:R 1, prophesy trio:R 1, prophesy pair:RK 1
  :: laid 1.1 red:R trio:R pair:RK, worth 1.1 6, no prophesy red:K 1
1 board Rb3..4 Rt1 / 1 coatl Kb1 Rb1..2 Gb1 / 1 prophecies red:R blackx:R :: prophesy blackx:R 1, attach Rb3 1 head,
  attach Rb4 1 head :: level 1.1 blackx:R 1 :: prophesy red:R 1, attach Rt1 1 tail :: level 1.1 blackx:R 1,
  level 1.1 red:R 3
# Each closed cóatl must have a prophecy before the action can end
1 board Rt1 / 1 coatl Rh1 Rb1 / HAND :: attach Rt1 1 tail :: only prophesy red:R 1 :: prophesy red:R 1 :: can end
1 board Rt1 / 1 coatl Rh1 Kb1 / HAND :: :: no attach Rt1 1 tail
1 board Rt1 / 1 coatl Rh1 Rb1..2 + red:R :: attach Rt1 1 tail, end :: locked 1.1
PAIR / 1 prophecies red:R :: attach Rt1 1 tail :: no attach Rt2 2 tail
PAIR / 1 prophecies red:R red:R' :: attach Rt1 1 tail, attach Rt2 2 tail, prophesy red:R 1 :: no end
  :: prophesy red:R' 2, end :: locked 1.1, locked 1.2
1 board Rt1 / 1 coatl Rh1 Rb1 / 1 coatl Rb2..4 / 1 prophecies red:R :: attach Rt1 1 tail :: no prophesy red:R 2
1 board Rt1 / 1 coatl Rh1 Rb1 / 1 coatl Rb2..4 / 1 prophecies red:R red:R' :: attach Rt1 1 tail, prophesy red:R 2
  :: only prophesy red:R' 1
1 board Rt1 Rb9 / 1 coatl Rh1 Rb1 / HAND :: :: if attach Rt1 1 tail: does close, if attach Rb9 1 tail: does attach
# Three cóatls closed in one build need a prophecy each
1 board Rt1 Gt1 Gb1 Rt2 Rb9 / 1 coatl Rh1 Rb1 / 1 coatl Gh1 Gb2 / 1 prophecies red:R red:G
  :: attach Rt1 1 tail, attach Gt1 2 tail, start Rb9, attach Rt2 3 tail :: no end
1 board Rt1 Gt1 Gb1 Rt2 Rb9 Rh2 / 1 coatl Rh1 Rb1 / 1 coatl Gh1 Gb2 / 1 prophecies red:R red:G red:R'
  :: attach Rt1 1 tail, attach Gt1 2 tail, start Rb9, attach Rt2 3 tail, attach Rh2 3 head, prophesy red:R 1,
  prophesy red:G 2, prophesy red:R' 3, end :: cause third
1 board Rt1 Gt1 Gb1 Rt2 Rb9 Rh2 / 1 coatl Rh1 Rb1 / 1 coatl Gh1 Gb2 / 1 prophecies red:R red:G
  :: attach Rt1 1 tail, attach Gt1 2 tail, start Rb9, attach Rt2 3 tail :: no attach Rh2 3 head
# A prophecy comes to a finished cóatl only in the turn in which it was finished
1 coatl Rh1 Rb1..2 Kt1 + pair:RK, locked / 1 prophecies red:R trio:R :: :: lacks prophesy
1 board Kt1 / 1 coatl Rh1 Rb1..2 / 1 prophecies red:R trio:R pair:RK :: attach Kt1 1 tail, prophesy pair:RK 1
  :: prophesy: red:R 1 + trio:R 1
# Temples come from the display or the hand, last of all, one for each cóatl finished now
CLOSING :: attach Rt1 1 tail :: lacks crown :: prophesy red:R 1 :: crown: temple:-Y/7 1 + temple:-K/8 1 + temple:-G/9 1,
  worth 1.1 5, kinds prophesy start crown end,
  if crown temple:-G/9 1: temples 1 temple:R=Y/12 & shrines temple:-Y/7 temple:-K/8,
  if crown temple:-Y/7 1: temples 1 temple:R=Y/12 temple:-G/9 & shrines - temple:-K/8 & worth 1.1 12,
  if crown temple:-K/8 1: worth 1.1 8 & kinds end
CLOSING :: prophesy red:R 1 :: lacks crown
PAIR / 1 prophecies red:R red:R' / SHOWN :: attach Rt1 1 tail, attach Rt2 2 tail, prophesy red:R 1 :: lacks crown
  :: prophesy red:R' 2, crown temple:-Y/7 1 :: only crown temple:-K/8 2 + end :: crown temple:-K/8 2 :: only end
1 board Kb1 / 1 RED3 / SHOWN :: :: lacks crown :: start Kb1 :: lacks crown
1 board Rt1 / 1 coatl Rh1 Rb1 / 1 prophecies red:R / 2 temples temple:-Y/7 / temples temple:-K/8 -
  :: attach Rt1 1 tail, prophesy red:R 1 :: crown: temple:-K/8 1
1 board Rt1..2 Gb1 / 1 coatl Rh1 Rb1 Rb4 / 1 coatl Rh2 Rb2 / 1 prophecies red:R red:R' trio:R / 1 tokens pick future /
  1 temples temple:-Y/7 temple:-B/10 / with tokens :: attach Rt1 1 tail, attach Rt2 2 tail, prophesy red:R 1,
  prophesy red:R' 2 :: kinds start prophesy crown end :: crown temple:-Y/7 1 :: only crown temple:-B/10 2 + end
  :: crown temple:-B/10 2, end :: temples 1 -
1 board Rt1 / 1 coatl Kh1 Kb1 Kt1 + red:K, locked / 1 coatl Rh1 Rb1 / 1 prophecies red:R / temples temple:-Y/7 -
  :: attach Rt1 2 tail, prophesy red:R 2 :: crown: temple:-Y/7 2 :: end :: locks Rh1 Rb1 Rt1
# At the end of the action finished cóatls are locked, and the temple display refills
CLOSING :: attach Rt1 1 tail, prophesy red:R 1, end :: does lock end, locked 1.1
1 board Kb1 / 1 RED3 / 1 prophecies red:R' / SHOWN :: :: lacks attach prophesy
1 board Kb1 / 1 coatl Rb1 :: attach Kb1 1 head, end :: unlocked 1.1
CLOSING :: attach Rt1 1 tail, prophesy red:R 1, crown temple:-K/8 1, end :: shows, regained
CLOSING :: attach Rt1 1 tail, prophesy red:R 1, crown temple:-G/9 1, end :: hides
1 board Rt1 / 1 coatl Rb1 / NOTHING :: attach Rt1 1 tail, end :: same supply
1 board Kb1 / 1 coatl Rb1 / 2 board Gb1 / 2 coatl Yb1 :: :: start: Kb1, attach: Kb1 1 head + Kb1 1 tail

# A token is the action of a turn, with the variant on
OPEN :: :: lacks fetch foresee commit
TOKENS :: :: offers fetch foresee commit, if fetch Rh: only end, if commit temple:-Y/7: only end,
  if take b1: no foresee + fetch Rh + commit temple:-Y/7, if foresee: kinds choose draw end
# Each token is used once a game
TOKENS :: fetch Rh, end :: tokens 1 future commit :: draw, end :: no fetch Rh
TOKENS :: foresee, end :: tokens 1 pick commit :: draw, end :: no foresee
TOKENS :: commit temple:-Y/7, end :: tokens 1 pick future :: draw, end :: no commit temple:-Y/7
# Perfect Pick takes a piece of one's choice, of two bodies the second too, where there are slots for them
TOKENS :: fetch <Rh Kh Gt> :: looks 1 <Rh Kh Gt>, only end :: end :: does refill end, counts 2 2 2 2 2 2 1 1 1 1
TOKENS / 1 board Yh1..3 :: :: no fetch Yh
TOKENS / 1 board Yh1..2 :: :: can fetch Yh
TOKENS / 2 board Kt1..3 Gt1 :: :: can fetch Rt + fetch Yt + fetch Gt + fetch Bt, no fetch Kt
TOKENS / ENDS28 / with players 4 :: :: fetches b
TOKENS / 1 board Kb1..6 :: :: fetches htb
TOKENS / 1 board Kb1..7 :: :: fetches ht
TOKENS / 1 board Kb1..8 :: :: lacks fetch
TOKENS / 1 board Rb2 Yb2 Gb2 Bb1..2 Rh2 Kb1 / TWO :: :: bodies K :: fetch Kb, end :: emptied body
TOKENS / 1 board Rb2 Yb2 Gb2 Bb1..2 Rh2..3 / TWO :: :: bodies -
TOKENS / 2 board Rb2 Yb2 Gb2 Bb1..2 Kb1..2 / TWO :: :: fetches ht
TOKENS / 1 board Rb2 Yb2 Gb2 Bb1..2 Rh2 / TWO :: :: bodies K :: fetch Kb :: only fetch Kb
  :: fetch Kb :: free 1 0, only end
TOKENS / 1 board Rb2 Yb2 Gb2 Bb1..2 Rh2 :: fetch Kb :: only fetch Rb + fetch Yb + fetch Gb + fetch Bb + fetch Kb
TOKENS / 2 board Rb2 Yb2 Gb2 Bb1..2 Kb1 / TWO / GOLDEN :: :: bodies K :: fetch Kb :: only end
TOKENS / 2 board Rb2 Yb2 Gb2 Bb1..2 Kb1..2 / TWO / GOLDEN :: :: fetches ht
# It does not tell the order of the bag
TOKENS / bodies Rb2..3 Yb2..3 Gb2..3 Bb1..3 <Kb3~Kb1~Kb2 Kb1~Kb2~Kb3> / with bodies 3 3 3 3 :: fetch Kb :: hand 1 Kb1
# See the Future renews the six face-up prophecies, and then any number is discarded before a choice
TOKENS / HELD2 / discards <- trio:R~trio:Y> :: foresee :: does foresee, shows, renewed
display red:Y - trio:K - - - / 1 tokens future / with tokens :: foresee :: renewed
TOKENS / 1 prophecies red:K red:G red:B :: foresee :: discard: red:K + red:G + red:B :: discard red:G, discard red:K
  :: holds 1 red:B, last red:G red:K :: discard red:B :: holds 1 -
TOKENS / 1 prophecies red:K red:G red:B trio:R trio:Y :: foresee :: kinds discard end, if discard red:K + draw: only end
  & held 1 5, if end: holds 1 red:K red:G red:B trio:R trio:Y
TOKENS / HELD2 :: foresee, draw :: kinds choose draw end
TOKENS :: foresee, choose red:K, end :: refilled
TOKENS / HELD1 :: foresee, discard red:K :: kinds choose draw end :: end :: holds 1 -
# Priest's Commitment takes one face-up temple into the hand
TOKENS / 1 temples temple:-G/9 :: :: commit: temple:-Y/7 + temple:-K/8 :: commit temple:-K/8 :: hides,
  temples 1 temple:-G/9 temple:-K/8 :: end :: regained
display red:Y red:R trio:K pair:YG blackx:B - / temples - - / with tokens :: :: lacks commit
temples - temple:-K/8 / with tokens :: :: commit: temple:-K/8
1 board Rt1 / 1 coatl Rh1 Rb1 / 1 prophecies red:R / 1 temples temple:-Y/7 temple:-K/8 / 1 tokens pick / with tokens
  :: attach Rt1 1 tail, prophesy red:R 1 :: crown: temple:-Y/7 1 + temple:-K/8 1 :: crown temple:-K/8 1 :: only end

# Golden bodies are never built, nor fetched
FEATHERS :: take b2 :: hand 1 Gb1 Fb1
FEATHERS / 1 board Kb1..7 :: :: no take b2
FEATHERS / 1 board Fb2 Kb1 / 1 coatl Rb2 :: :: start: Kb1, attach: Kb1 1 head + Kb1 1 tail
FEATHERS / with tokens :: :: bodies R Y G B K :: fetch Kb :: bodies R Y G B K
# They give steals, from each opponent who has a body: up to two, neither heads nor golden bodies, and at least one
FEATHERS / 1 board Fb2 Kb1 / 2 board Gb2 Rh2 Bb2 Fb3 Yb2 :: :: steal: 2 :: steal 2 :: does steal,
  only rob Gb2 + rob Bb2 + rob Yb2 :: rob Bb2 :: only rob Gb2 + rob Yb2 + end :: rob Yb2 :: only end,
  hand 1 Bb2 Kb1 Yb2, hand 2 Gb2 Rh2 Fb3
FEATHERS / 1 board Fb2 / 2 board Gb2..3 :: :: if take b1: no steal 2 :: steal 2 :: hides, no take b1 + end
  :: rob Gb2 :: hides :: end :: player 2
FEATHERS / 1 board Fb2 / 2 board Gb2 / 3 board Bb2 / with players 3 :: :: steal: 2 + 3
FEATHERS / 1 board Fb2 / 2 board Rh2 Fb3 :: :: lacks steal
FEATHERS / 1 board Kb1 / 2 board Gb2 :: :: lacks steal
1 board Fb1 / ALONE / GOLDEN :: :: lacks steal
FEATHERS / 1 board Fb2 Kb1..7 / 2 board Gb2..3 :: steal 2, rob Gb2 :: only end
1 board Fb1 / 2 board Gb2 Kh1 / GOLDEN :: steal 2 :: no end + rob Kh1, if rob Gb2: only end
player 2, turn 30 / 1 board Gb2..3 / 2 board Fb1 / end third, - / GOLDEN :: steal 1, rob Gb2, end :: over, idle
# A feather is given wherever it lies, takes no slot, and counts 2 points for who has it
FEATHERS / 1 board Fb2 / 2 board Gb2 :: steal 2 :: gifts 2 Fb2, hand 2 Gb2, score 0 2
1 board Kb1 Rh1 Fb2 / 2 board Gb2 / GOLDEN :: steal 2, rob Gb2, end :: hand 1 Kb1 Rh1 Gb2, gifts 2 Fb2
1 board Fb1..2 / 2 board Gb2..4 / GOLDEN :: steal 2, rob Gb2, end :: lacks steal :: draw, end, steal 2, rob Gb3, end
  :: gifts 2 Fb1 Fb2, score 0 4
OVER / 1 RED3 / 1 gifts Fb1 / 2 YELLOW4 / 2 board Fb2 / GOLDEN :: draw, end :: score 4 3, ranked 0 / 1
# The prophecies of the promo pack score pieces anywhere, and its temples want no prophecy of a family
1 coatl Gb1 Yb1 Rb1 Yb2 Gb2 / 1 prophecies anywhere:YYGGR / with promo :: prophesy anywhere:YYGGR 1 :: worth 1.1 3
1 coatl Gb1 Yb1 Rb1 Yb2 Kb2 / 1 prophecies anywhere:YYGGR / with promo :: :: lacks prophesy
1 coatl Bb1 Kb1 Yb1 Rb1 Kb2 Gb1 Yb2 / 1 prophecies anywhere:YYKKRB / with promo :: prophesy anywhere:YYKKRB 1
  :: worth 1.1 4
1 coatl Bb1 Kb1 Yb1 Rb1 Kb2 Gb1 / 1 prophecies anywhere:YYKKRB / with promo :: :: lacks prophesy
1 board Rt1 / 1 coatl Rh1 Rb1..2 + red:R / temples temple:-red/Y=K - / with promo :: attach Rt1 1 tail :: lacks crown
1 board Rt1 / 1 coatl Rh1 Rb1..2 + red:R / temples temple:-black/11 - / with promo :: attach Rt1 1 tail :: worth 1.1 3
  :: crown temple:-black/11 1 :: worth 1.1 6

# A third cóatl brings the end near at the end of the turn, and another one then changes nothing
THIRD1 / with players 3 :: attach Gt1 3 tail, prophesy red:G 3 :: queue -, cause - :: end :: did final, cause third
THIRD2 / with players 3 :: attach Gt1 3 tail, prophesy red:G 3 :: left - - - :: end :: left 1 0 1
1 coatl Kh1 Kb11 Kt1 + red:K, locked / 1 coatl Gh1 Gb11 / 1 board Gt1 / 1 prophecies red:G
  :: attach Gt1 2 tail, prophesy red:G 2, end :: queue -
THIRD2 / 1 coatl Bh1 Bb11 Bt1 + red:B, locked / 1 coatl Rh3 Rb11 Rt3 + red:R, locked / 1 coatl Kh2 Kb12 / 1 board Kt2 /
  1 prophecies red:K' :: attach Gt1 3 tail, prophesy red:G 3, end, attach Kt2 3 tail, prophesy red:K' 3, end
  :: over, ends player 2 has finished a third cóatl.
# The end is near after a refill after which no body lies on the supply board
player 1, turn 20 / LAST / 2 board Rb2 Yb1..2 Gb1..2 / 3 board Bb1..2 Kb1..2 / FEW :: take b1 :: cause -
  :: end :: did final, cause bodies
LAST / 1 board Rb2 Yb1..2 Gb1 / 2 board Bb1..2 Kb1 Gb2 / FEW :: take b1, end :: queue -, field b1 Kb2
supply Rb1 | Fb1 | - | - | - | - | Rh1 | - | - | - / 1 board Rb2 Yb1..2 Gb1..2 / 2 board Bb1..2 Kb1..2 / FEW /
  with feathers 1 1 1 1 :: take b1, end :: queue -
# Whichever comes first holds
player 1, turn 20 / LAST / 1 board Rb2 Yb2 Gb2 Bb1..2 Kb2 / 2 coatl Kh1 Kb1 Kt1 + red:K, locked / 2 YELLOW3 /
  2 coatl Gh1 Gb1 / 2 board Gt1 / 2 prophecies red:G / FEW :: take b1, end :: cause bodies, queue 3 1 2 3
  :: attach Gt1 3 tail, prophesy red:G 3, end :: cause bodies, queue 1 2 3
player 1, turn 20 / LAST / 1 coatl Kh1 Kb1 Kt1 + red:K, locked / 1 YELLOW3 / 1 coatl Gh1 Gb1 / 1 board Gt1 /
  1 prophecies red:G / 3 board Rb2 Yb2 Gb2 Bb1..2 Kb2 / FEW :: attach Gt1 3 tail, prophesy red:G 3, end
  :: cause third, player 2, queue 2 3 3 :: take b1, end :: cause third, player 2, queue 3 3
# Most points win, and unfinished cóatls score nothing
player 1 :: :: goes on
OPEN / OVER :: take b1, end :: over
OPEN / player 2, turn 9 / end third, 2 2 :: take b1, end :: player 2
OVER / 1 RED3 / 2 YELLOW4 :: draw, end :: won 1, ranked 1 / 0, score 2 3,
  because player 2 is 1 point ahead. player 1 has finished a third cóatl.
OVER / 1 coatl Rb1..6 + red:R trio:R / 2 YELLOW3 :: draw, end :: score 0 2
player 4, turn 30 / end third, - / 1 RED3 / 2 YELLOW4 / 3 GREEN3 / with players 4 :: draw, end :: ranked 1 / 0 2 / 3
# Then most cards on finished cóatls, temples among them
OVER / 1 YELLOW5 / 2 coatl Rh1 Rb1..2 Kb9 Rt1 + red:R pair:RK, locked :: draw, end :: score 4 4, ranked 1 / 0,
  begins Equal in points: player 2 has more cards on finished cóatls.
OVER / 1 YELLOW6 / 2 coatl Rh1 Rb1 Rt1 + red:R temple:-K/8, locked :: draw, end :: score 5 5, won 1
OVER / 1 RED3 / 1 coatl Kb1..3 + red:K trio:K / 2 YELLOW3 :: draw, end :: won 0 1
# Then the best single cóatl, and then the win is shared
OVER / 1 coatl Rh1 Rb1..2 Rt1 + red:R, locked / 1 coatl Kh1 Kb1..2 Kt1 + red:K, locked / 2 YELLOW5 / 2 GREEN3
  :: draw, end :: score 6 6, ranked 1 / 0, told player 1: 3 + 3 = 6 and player 2: 4 + 2 = 6,
  begins Equal in points and in cards: player 2 has the best single cóatl.
OVER / 1 coatl Rh1 Rb1 Rt1 + red:R temple:-K/8, locked / 1 YELLOW3 / 2 coatl Gh1 Gb1..3 Gt1 + red:G, locked /
  2 coatl Kh1 Kb1 Gb4 Kt1 + red:K pair:KG, locked :: draw, end :: score 7 7, ranked 0 / 1
OVER / 1 RED3 / 2 YELLOW3 :: draw, end :: won 0 1, ranked 0 1,
  begins Equal in points,_in cards and in the best cóatl: the win is shared.
# Alone, a third cóatl or nothing to do ends the game at once, and the first rank wins it
player 1, turn 5 / 1 coatl Kh1 Kb11 Kt1 + red:K, locked / 1 YELLOW3 / 1 coatl Gh1 Gb11 / 1 board Gt1 / ALONE /
  1 prophecies red:G :: attach Gt1 3 tail, prophesy red:G 3, end :: over, begins player 1 has finished a third cóatl.
STUCK / ALONE :: pass :: over
player 1, turn 18 / 1 RED3 / ALONE / with ranks 2 5 :: draw, end :: won 0, ranked 0
player 1, turn 18 / 1 RED3 / ALONE / with ranks 3 5 :: draw, end :: lost, ranked 0
# Alone, the last body leaves one turn, but none beyond the last
player 1, turn 5 / LAST / 1 board Rb2 Yb1..2 Gb1..2 / 1 coatl Bb1..2 Kb1..2 / ALONE / TWO :: :: left 13
  :: take b1, end :: left 0, goes on
player 1, turn 17 / LAST / 1 board Rb2 Yb1..2 Gb1..2 / 1 coatl Bb1..2 Kb1..2 / ALONE / TWO :: take b1, end
  :: cause bodies, goes on :: take h1, end :: over
player 1, turn 18 / LAST / 1 board Rb2 Yb1..2 Gb1..2 / 1 coatl Bb1..2 Kb1..2 / ALONE / TWO :: take b1, end
  :: cause bodies, over
"""
SHUFFLED = " ".join(Dice(3).shuffled([piece for piece in pieces_of("body", 24) if piece not in ("Rb1", "Yb1", "Gb1")]))
UNDO = """
# Within the own turn it is free, step by step, of whatever shows nothing hidden
OPEN / 1 board Rh2 Kb1 Kb2 Rt2 / 1 prophecies red:K :: start Kb1, attach Kb2 1 tail, attach Rh2 1 head :: 3
TOKENS / 1 board Kb1..2 :: <take~b1 choose~red:Y start~Kb1 commit~temple:-Y/7 fetch~Rh> :: 1
# Nothing is taken back after a blind draw or the token that renews, but what comes after it is
TOKENS :: <draw foresee> :: 0
OPEN :: draw, choose red:Y :: 1
# Nothing is taken back after a refill, across players or turns, or after the end
OPEN :: choose red:Y, end :: 0
OPEN :: take b1, end :: 0
OPEN :: take b1, end, take h1 :: 1
OPEN / player 2, turn 9 / end third, 2 2 :: take b1, end :: 0
OPEN / player 2, turn 9 / end third, 2 2 :: take b1, end, take h1 :: 1
OPEN / ALONE :: take b1, end :: 0
OPEN / player 2, turn 9 / end third, - :: take b1, end :: 0
"""
SEATINGS = [(players, first, seat) for players in (2, 3, 4) for first in range(players) for seat in range(players)]
"""Every number of players with every seat as the first player, and each seat."""
EVERY_SEATING = pytest.mark.parametrize(("players", "first", "seat"), SEATINGS)


@pytest.mark.parametrize("story", sentences.cases(SENTENCES.replace("SHUFFLED", SHUFFLED)))
def test_rules_sentence_by_sentence(story):
    told, *rest = story
    sentences.check(position(told), CLAIMS, rest, check)


@pytest.mark.parametrize("story", sentences.cases(UNDO))
def test_exactly_the_stated_number_of_moves_can_be_undone(story):
    told, moves, count = story
    session = sitting(position(told))
    states = [session.state]
    for move in moves.split(", "):
        session.play(move)
        states.append(session.state)
    undone = states[len(states) - int(count) - 1 : -1]
    for state in reversed(undone):
        session.undo()
        assert session.state == state
    assert not session.can_undo()
    with pytest.raises(IllegalMove):
        session.undo()
    for state in states[len(states) - int(count) :]:
        session.redo()
        assert session.state == state


def test_no_undo_after_a_refill_when_turns_are_confirmed():
    session = sitting(position("OPEN"), confirm=True)
    session.play("choose red:Y")
    session.play("end")
    assert not session.can_undo()


def play_unchecked(state, *moves):
    """Return the position after moves, where some pieces are missing."""
    return by_texts(state, *moves)[0][-1]


def test_an_empty_deck_is_refilled_from_the_discards_in_a_new_order():
    state = position(f"OPEN / deck - / discards {' '.join(all_but())} / seed 5, 0 shuffles")
    after = play(state, "draw")
    assert (after.discards, after.shuffles) == ((), 1)
    assert {*after.deck, *after.seats[0].prophecies} == set(state.discards)
    assert (*after.seats[0].prophecies, *after.deck) != state.discards, "or they would not be shuffled"
    second = position(f"OPEN / deck - / discards {' '.join(all_but())} / seed 5, 1 shuffles")
    assert after.deck != play(second, "draw").deck
    after = play(state, "choose red:Y", "end")
    assert all(after.display)
    assert after.discards == ()
    state = position(f"OPEN / deck - / 2 aside trio:R / discards {' '.join(all_but('trio:R'))} / seed 5, 0 shuffles")
    after = play(state, "draw")
    assert after.seats[1].aside == ()
    assert "trio:R" in (*after.deck, *after.seats[0].prophecies)
    state = replace(position("OPEN"), deck=())  # as if all others had been built
    assert "draw" not in choices(state)
    after = play_unchecked(state, "choose red:Y")
    assert "draw" not in choices(after)
    assert play_unchecked(after, "end").display[0] == ""


def test_a_blind_draw_uses_the_deck_before_discards_and_set_aside_cards():
    rest = all_but("trio:R", "trio:Y")
    after = play(
        position(f"OPEN / deck trio:Y trio:R / discards {' '.join(rest)} / seed 5, 0 shuffles"), "draw", "draw"
    )
    assert after.seats[0].prophecies == ("trio:Y", "trio:R")
    assert (after.discards, after.shuffles) == (tuple(rest), 0)
    third = play(after, "draw")
    assert (third.discards, third.shuffles, len(third.deck)) == ((), 1, len(rest) - 1)
    rest = all_but("trio:R", "red:K", "red:G")
    held = "1 prophecies red:G / 2 prophecies red:K / 2 coatl Rb4..6 + trio:R"
    after = play(position(f"OPEN / deck - / discards {' '.join(rest)} / {held}"), "draw")
    assert sorted((*after.deck, *after.seats[0].prophecies[1:])) == sorted(rest)
    built = position(f"OPEN / 2 aside trio:R / deck {' '.join(all_but('trio:R'))}")
    state = replace(built, deck=())  # as if all others had been built
    assert play_unchecked(state, "draw").seats[0].prophecies == ("trio:R",)
    after = play_unchecked(state, "choose red:Y", "end")
    assert (after.display[0], after.seats[1].aside) == ("trio:R", ())


def test_see_the_future_shuffles_in_the_discards_when_the_deck_runs_out():
    rest, shown = all_but("trio:R", "trio:Y"), position("OPEN").display
    after = play(position(f"TOKENS / deck trio:R trio:Y / discards {' '.join(rest)}"), "foresee")
    assert after.display[:2] == ("trio:R", "trio:Y")
    assert sorted((*after.display[2:], *after.deck)) == sorted((*rest, *shown))
    assert (after.discards, after.shuffles) == ((), 1)


def test_a_temple_is_not_replaced_when_the_temple_deck_is_empty():
    state = position("1 board Rt1 / 1 coatl Rh1 Rb1 / 1 prophecies red:R / temples temple:-Y/7 temple:-K/8")
    state = play(state, "attach Rt1 1 tail", "prophesy red:R 1", "crown temple:-Y/7 1")
    after = play_unchecked(replace(state, temple_deck=()), "end")  # as if all others had been built
    assert after.temples == ("", "temple:-K/8")


def test_perfect_pick_works_on_a_redacted_position():
    state = position("TOKENS")
    assert play(redact(state, 0), "fetch Kb").seats[0].pieces == ("Kb1",)


# -- what is hidden

HANDS = """OPEN / discards trio:B / 1 prophecies red:G trio:R / 1 temples temple:-G/9
 / 2 prophecies pair:KG trio:G red:B / 2 temples temple:R=Y/12 / 2 aside trio:Y"""


@pytest.mark.parametrize("viewer", [0, 1])
def test_redaction_hides_hands_and_decks_but_not_their_sizes(viewer):
    state = position(HANDS)
    shown, other = redact(state, viewer), 1 - viewer
    assert shown.seats[viewer] == state.seats[viewer]
    for name in ("prophecies", "temples", "aside"):
        assert getattr(shown.seats[other], name) == (HIDDEN,) * len(getattr(state.seats[other], name))
    assert (shown.deck, shown.temple_deck) == ((HIDDEN,) * len(state.deck), (HIDDEN,) * len(state.temple_deck))
    assert (shown.display, shown.temples, shown.discards) == (state.display, state.temples, state.discards)


@pytest.mark.parametrize("viewer", [0, 1])
def test_sampling_redeals_hidden_cards_and_keeps_known_ones(viewer):
    state = position(HANDS)
    dealt = [sample(state, viewer, Dice(seed)) for seed in range(8)]
    assert {other.seats[viewer] for other in dealt} == {state.seats[viewer]}
    assert {other.discards for other in dealt} == {state.discards}
    assert len({other.seats[1 - viewer] for other in dealt}) == len({other.deck for other in dealt}) == 8
    assert len({other.bags for other in dealt}) == len({other.seed for other in dealt}) == 8


def test_sampling_in_mid_build_deals_hands_that_can_end_the_build():
    state = position(
        "player 1, turn 3, build / 1 coatl Rh1 Rb1..2 Rt1 / 1 coatl Kh1 Yb1 Gb1 Yt1 / 1 prophecies red:R pair:YG trio:K"
    )
    hands = set()
    for seed in range(20):
        dealt = sample(state, 1, Dice(seed))
        hands.add(dealt.seats[0].prophecies)
        first = next(move for move in choices(dealt, "prophesy") if move.endswith(" 1"))
        assert choices(play(dealt, first), "prophesy"), "and the other gets one as well"
    assert len(hands) > 10


# -- the end


def turns(state):
    """Return whose turns follow until the game is over, and its end; the end is announced only once."""
    seats = []
    while not state.over:
        seats.append(state.player)
        state = play(state, next(move for move in choices(state) if move.startswith(("take h", "take t", "draw"))))
        assert "final" not in happened(state, "end"), "that is told once"
        state = play(state, "end")
    return seats, state


@EVERY_SEATING
def test_after_a_third_coatl_seats_yet_to_act_get_two_turns_and_others_one(players, first, seat):
    order = [(first + place) % players for place in range(players)]
    following = []
    for other in [(seat + place) % players for place in range(1, players)]:
        following += [other] * (2 if order.index(other) > order.index(seat) else 1)
    n = seat + 1
    finishes = f"{n} coatl Kh1 Kb11 Kt1 + red:K, locked / {n} coatl Yh1 Yb11 Yt1 + red:Y, locked / {n} board Gt1"
    text = f"player {n}, turn 20, first {first + 1} / SUPPLY / {finishes} / {n} coatl Gh1 Gb11..12 + red:G"
    seats, over = turns(play(position(f"{text} / with players {players}"), "attach Gt1 3 tail", "end"))
    assert seats == following
    assert str(over.outcome().reason).endswith(f"player {seat + 1} has finished a third cóatl.")
    acted = {other: order.index(other) <= order.index(seat) for other in range(players)}
    assert {acted[other] + seats.count(other) - 1 for other in range(players) if other != seat} == {1}


@EVERY_SEATING
def test_after_the_last_body_the_round_ends_and_one_more_is_played(players, first, seat):
    order = [(first + place) % players for place in range(players)]
    text = f"player {seat + 1}, turn 20, first {first + 1} / LAST / {seat + 1} board Rb2 Yb1..2 Gb1..2"
    others = f"{(seat + 1) % players + 1} board Bb1..2 Kb1..2 / TWO / with players {players}"
    state = play(position(f"{text} / {others}"), "take b1")
    assert "final" in happened(state, "end")
    seats, over = turns(play(state, "end"))
    assert seats == [*order[order.index(seat) + 1 :], *order]
    assert str(over.outcome().reason).endswith("No body was left on the supply board.")


def test_a_solo_game_has_a_fixed_number_of_turns():
    state = deal(players=1)
    assert (state.player, state.action, state.turn) == (0, "", 1)
    assert len(state.seat.prophecies) == 3
    assert {"take", "choose", "draw"} <= kinds(state)
    state = deal(players=1, turns=3)
    for turn in (1, 2, 3):
        assert (state.turn, state.over, state.turns_left(0)) == (turn, False, 3 - turn)
        state = play(state, "draw" if turn == 1 else choices(state, "take")[0], "end")
    assert state.over
    assert str(state.outcome().reason).startswith("All turns are over.")


def test_solo_praise_is_capped_when_ranks_outnumber_the_words():
    assert verdict(99, range(1, 10)) == PRAISE[-1]
    assert [verdict(n, (5, 7)) for n in (4, 5, 6, 7)] == [PRAISE[0], PRAISE[1], PRAISE[1], PRAISE[2]]
