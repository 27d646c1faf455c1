"""What an editor says of itself: its heading, and in its status line the one thing that matters most just now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from logic.core import Message

if TYPE_CHECKING:
    from scenes.editor import EditorScene

GLADNESS = {True: "trophy_outline", False: "alert_circle_outline"}
"""The lamp of a verdict that names a way, and of one that does not."""


def heading(editor: EditorScene[Any]) -> str:
    """Give the board's name, marked as long as something is not saved."""
    name = editor.shelving.name or editor.app.say(Message("New board"))
    return name if editor.is_saved else f"{name} •"


def say_status(editor: EditorScene[Any]) -> None:
    """Bring the status line up to date: what is to be done, what is missing, or what the worker has found."""
    say, status, coach = editor.app.say, editor.status, editor.coach
    advice, faults = editor.advice(), editor.faults
    status.aside = editor.aside() or heading(editor)
    if coach.is_looking and not coach.is_waited_for:
        return  # a verdict will be there before other words could be read
    if coach.is_waited_for:
        status.say(say(Message("Looking for the shortest way …")), "", thinking=True)
    elif advice is not None:
        status.say(say(advice), "gesture_tap")
    elif faults:
        more = len(faults) - 1
        rest = say(Message("({n} more)", plural="({n} more)", n=more)) if more else ""
        status.say(f"{say(faults[0])} {rest}".strip(), "alert_circle_outline")
    elif coach.verdict is not None:
        status.say(say(coach.verdict.text), GLADNESS[coach.verdict.least is not None])
    else:
        status.say(say(Message("Ready to be played.")), "check_circle_outline")
