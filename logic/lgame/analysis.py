"""Analysis of the L-Game, which is solved: evaluation, best turns with reasons, and the review of a game."""

from __future__ import annotations

from collections.abc import Sequence

from logic.core import Dice, Evaluation, Hint, Message, Player, Remark, Stop
from logic.game import Analysis
from logic.lgame.engine.tablebase import Tablebase, Turn, Worth, tablebase
from logic.lgame.levels import best_turns
from logic.lgame.narration import named, start_of
from logic.lgame.rules import Lay, LMove, Shift, State

# -- the evaluation


def _evaluation_text(state: State, worth: Worth) -> Message:
    if worth.turns is None:
        is_over = state.outcome() is not None
        return Message("Drawn by repetition.") if is_over else Message("Drawn with best play.")
    if worth.turns == 0:
        return Message("Lost: no place is left for the L.")
    if worth.value > 0:
        return Message("Won: the game ends in {n} [turn|turns].", n=worth.turns)
    return Message("Lost: the game ends in {n} [turn|turns].", n=worth.turns)


# -- the hint


def _reason(solved: Tablebase, state: State, turn: Turn, worth: Worth) -> Message:
    if worth.turns is None:
        return _drawing_reason(solved, state, turn)
    if worth.value < 0:
        return Message(
            "Every turn loses; none holds out longer than this one. The game ends in {n} [turn|turns].", n=worth.turns
        )
    if worth.turns == 1:
        return Message("This wins at once: no place is left for the other L.")
    return Message(
        "This forces a win: the game ends in {n} [turn|turns at most], whatever the other side does.", n=worth.turns
    )


def _drawing_reason(solved: Tablebase, state: State, turn: Turn) -> Message:
    if turn.after.outcome() is not None:
        return Message("This ends the game as a draw: the same position has come up often enough.")
    if sum(worth.value == 0 for worth, _ in solved.judged(state)) == 1:
        return Message("This is the only turn that does not lose.")
    replies = [worth.value for worth, _ in solved.judged(turn.after)]
    losing = replies.count(-1)
    if not losing:
        return Message("This keeps the draw, and no turn does better.")
    return Message(
        "This keeps the draw, and {n} of the {all} possible replies [loses|lose].", n=losing, all=len(replies)
    )


# -- the review


def _remark(ply: int, before: State, after: State) -> Remark | None:
    solved = tablebase(before.can_shift)
    had = solved.value(before)
    left = solved.value(after).value * (1 if after.player == before.player else -1)
    if left >= had.value:
        return None
    better = best_turns(solved, before)[0][0]
    return Remark(ply, left - had.value, _fault(before, had, left, better), better.moves)


def _fault(before: State, had: Worth, left: int, better: Turn) -> Message:
    said = Message("{player} turns a win into a loss. Better, with a win in {n} [turn|turns]: {turn}.")
    if had.turns is None:
        said = Message("{player} gives the draw away. Better: {turn}.")
    elif left == 0:
        said = Message("{player} lets the win slip. Better, with a win in {n} [turn|turns]: {turn}.")
    return said.of(player=Player(before.player), turn=_in_words(before, better), n=had.turns or 0)


def _in_words(state: State, turn: Turn) -> Message:
    """The rest of a turn as a short note."""
    lay = next((move for move in turn.moves if isinstance(move, Lay)), None)
    shift = next((move for move in turn.moves if isinstance(move, Shift)), None)
    if lay is None:
        said = Message("pebbles stay") if shift is None else Message("pebble {start} → {target}")
    elif shift is None:
        said = Message("L on {cells}, pebbles stay") if state.can_shift else Message("L on {cells}")
    else:
        said = Message("L on {cells}, pebble {start} → {target}")
    said = said if shift is None else said.of(start=start_of(state, shift), target=str(shift.target))
    return said if lay is None else said.of(cells=named(lay.placement.cells))


# -- the role


class LGameAnalysis(Analysis):
    """Hints, evaluations and reviews for the L-Game, all exact."""

    def hint(self, state: State, dice: Dice, stop: Stop) -> Hint:
        """Propose the best rest of the turn, with the reason; without moves if the game is over."""
        solved = tablebase(state.can_shift)
        if not state.legal_moves():
            return Hint((), Message("The game is over."))
        found, worth = best_turns(solved, state)
        turn = dice.choice(found)
        return Hint(turn.moves, _reason(solved, state, turn, worth))

    def evaluation(self, state: State, stop: Stop) -> Evaluation:
        """The value of the position to the player to move, at the start of a turn or within it.

        ``turns`` counts those of both players until one cannot lay the L; an unfinished turn counts as one.
        """
        worth = tablebase(state.can_shift).value(state)
        return Evaluation(worth.value, worth.turns, _evaluation_text(state, worth))

    def review(self, states: Sequence[State], moves: Sequence[LMove], stop: Stop) -> tuple[Remark, ...]:
        """Mark every move that lowered the value of the game for its player, and show what would have kept it.

        ``states`` are the positions of the game from first to last. A Lay is judged by the best Shift after it, so that
        each fault is attributed to the half of the turn that made it.
        """
        remarks: list[Remark] = []
        for ply, move in enumerate(moves):
            if stop():
                break
            remark = _remark(ply, states[ply], states[ply].after(move))
            if remark is not None:
                remarks.append(remark)
        return tuple(remarks)


ANALYSIS = LGameAnalysis()
