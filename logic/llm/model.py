"""Who can be asked for advice: a language model, however it is reached, and why it may give no answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from logic.core import Message, Stop

Conversation = Sequence[Mapping[str, str]]
"""Messages as OpenAI has them: each with "role" and "content"."""


class ModelTrouble(Exception):
    """Why there is no answer; ``message`` says it in a word. ``passing`` where asking once more may help."""

    def __init__(self, message: Message, *, passing: bool = False) -> None:
        super().__init__(str(message))
        self.message = message
        self.passing = passing


class Model(Protocol):
    """Somebody who can be asked."""

    def ask(self, messages: Conversation, schema: Mapping[str, Any], stop: Stop) -> str:
        """The text of an answer, which should be JSON by the schema but may be anything.

        Raises ModelTrouble where there is none, CancelledError soon after ``stop`` says so.
        """
        ...
