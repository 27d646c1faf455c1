"""Asks a language model over the network: one question, one answer, in its time, and no more than was agreed."""

from __future__ import annotations

import asyncio
import json
import os
import re
import ssl
from collections.abc import Coroutine, Mapping
from concurrent.futures import CancelledError
from typing import Any

import httpx
import msgspec

from logic.core import Message, Stop
from logic.llm.model import Conversation, ModelTrouble
from logic.llm.settings import AdviserConfig

POLL = 0.05
"""Seconds between two looks at whether anybody still waits."""
CONNECTING = 10.0
"""Seconds that a server may take to be reached, if there are so many; the rest is for its answer."""
SHARE = 0.9
"""How much of the time that is left may be spent on reaching it."""
KEY = re.compile(r"[!-~]{1,4096}")
"""What can be sent as a key: anything else would be an error whose words have the key in them."""
BLOTTED = "…"
MISUNDERSTOOD = (400, 415, 422)
"""What servers say that do not take a question of this form."""

LATE = Message("The language model did not answer in time.")
BROKE_OFF = Message("The language model’s answer broke off.")
TOO_LONG = Message("The language model’s answer was far too long.")
NO_ANSWER = Message("What came back is no answer of a language model.")
ELSEWHERE = Message("The server points to another place; the question was not sent there.")


class _Message(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    message: _Message


class _Completion(msgspec.Struct):
    choices: list[_Choice]


class HttpModel:
    """A model behind an endpoint that speaks as OpenAI's does; for the questions of one advice.

    The timeout of its configuration holds for all that it is asked together. To be used outside of any event loop.
    """

    def __init__(self, config: AdviserConfig) -> None:
        if not config.is_configured:
            raise ValueError("config: base_url and model, please")
        self._config = config
        self._left = config.timeout
        self._takes_schema = True

    def __repr__(self) -> str:
        return f"HttpModel({self._config.model!r} at {self._config.host})"

    def ask(self, messages: Conversation, schema: Mapping[str, Any], stop: Stop) -> str:
        """Send the question; see ``Model``. A server that takes no schema is asked once more without one."""
        loop = asyncio.new_event_loop()
        begun = loop.time()
        try:
            return loop.run_until_complete(self._wait_for(self._exchange(messages, schema), stop))
        finally:
            self._left -= loop.time() - begun
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.close()  # asyncio.run would also wait for a look-up of a name that hangs

    async def _wait_for(self, work: Coroutine[Any, Any, str], stop: Stop) -> str:
        """What the work results in, unless its time is over or nobody waits for it any more."""
        clock = asyncio.get_running_loop().time
        deadline = clock() + self._left
        request: asyncio.Future[str] = asyncio.ensure_future(work)
        try:
            while not request.done():
                if stop():
                    raise CancelledError
                left = deadline - clock()
                if left <= 0:
                    raise ModelTrouble(LATE)
                await asyncio.wait({request}, timeout=min(POLL, left))
            return request.result()
        finally:
            request.cancel()
            await asyncio.gather(request, return_exceptions=True)

    async def _exchange(self, messages: Conversation, schema: Mapping[str, Any]) -> str:
        key = _key(self._config)
        async with await self._client(key) as client:
            status, content = await self._send(client, messages, schema)
            if status in MISUNDERSTOOD and self._takes_schema:
                self._takes_schema = False
                status, content = await self._send(client, messages, schema)
        if status != httpx.codes.OK:
            raise _refusal(status, self._config, has_key=bool(key))
        answer = read_completion(content)
        return answer.replace(key, BLOTTED) if key else answer

    async def _client(self, key: str) -> httpx.AsyncClient:
        headers = {"Accept-Encoding": "identity"}  # what is small when packed may be endless
        if key:
            headers["Authorization"] = f"Bearer {key}"
        patience = httpx.Timeout(None, connect=max(POLL, min(CONNECTING, self._left * SHARE)))
        # what stays on this machine goes past the system's proxies
        near = self._config.is_on_this_machine
        try:
            trusted = await _trusted(self._config)
            return httpx.AsyncClient(headers=headers, timeout=patience, trust_env=not near, verify=trusted)
        except (OSError, ValueError, ImportError):
            raise ModelTrouble(Message("The system’s settings for proxies or certificates cannot be used.")) from None

    async def _send(
        self, client: httpx.AsyncClient, messages: Conversation, schema: Mapping[str, Any]
    ) -> tuple[int, bytes]:
        """Send the question once: the status, and for an answer what it holds."""
        body = (_body if self._takes_schema else _plain_body)(self._config, messages, schema)
        try:
            async with client.stream("POST", self._config.completions, json=body) as response:
                wanted = response.status_code == httpx.codes.OK
                return response.status_code, await self._content(response) if wanted else b""
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError, httpx.InvalidURL):
            raise ModelTrouble(Message("{host} cannot be reached.", host=self._config.host)) from None
        except httpx.HTTPError:
            raise ModelTrouble(BROKE_OFF, passing=True) from None

    async def _content(self, response: httpx.Response) -> bytes:
        if response.headers.get("Content-Encoding", "identity").lower() != "identity":
            raise ModelTrouble(NO_ANSWER)
        content = b""
        async for chunk in response.aiter_raw():
            content += chunk
            if len(content) > self._config.largest_answer:
                raise ModelTrouble(TOO_LONG)
        return content


async def _trusted(config: AdviserConfig) -> ssl.SSLContext:
    """The certificates to trust, read beside the loop, since that takes a moment; none where none are needed."""
    if config.is_encrypted:
        return await asyncio.to_thread(httpx.create_ssl_context)
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _key(config: AdviserConfig) -> str:
    """Read the key from the environment, the only place where it is; empty where there is none."""
    key = os.environ.get(config.key_variable, "").strip()
    if key and not KEY.fullmatch(key):
        raise ModelTrouble(Message("{variable} holds no key that could be sent.", variable=config.key_variable))
    return key


def _body(config: AdviserConfig, messages: Conversation, schema: Mapping[str, Any]) -> dict[str, Any]:
    form = {"name": "advice", "strict": True, "schema": schema}
    return {
        "model": config.model,
        "messages": messages,
        "response_format": {"type": "json_schema", "json_schema": form},
        "max_tokens": config.most_tokens,
    }


def _plain_body(config: AdviserConfig, messages: Conversation, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Ask with what every server knows: the schema stands at the end of the first message."""
    first, *others = messages
    told = f"{first['content']}\n\nJSON schema: {json.dumps(schema, ensure_ascii=False)}"
    return {"model": config.model, "messages": [{**first, "content": told}, *others]}


def _refusal(status: int, config: AdviserConfig, *, has_key: bool) -> ModelTrouble:
    """Say in a word what a server's status means."""
    if status in (401, 403) and not has_key:
        return ModelTrouble(Message("The server wants a key, and {variable} holds none.", variable=config.key_variable))
    if status in (401, 403):
        return ModelTrouble(Message("The server does not accept the key in {variable}.", variable=config.key_variable))
    if status == 404:
        return ModelTrouble(Message("The server does not know the model “{model}”.", model=config.model))
    if status == 429:
        return ModelTrouble(Message("The server is asked too much at present."))
    if 300 <= status < 400:
        return ModelTrouble(ELSEWHERE)
    if status >= 500:
        return ModelTrouble(Message("The server is in trouble (error {status}).", status=status), passing=True)
    return ModelTrouble(Message("The server does not take the question (error {status}).", status=status))


def read_completion(content: bytes) -> str:
    """What the model wrote; an empty text where it wrote nothing."""
    try:
        choices = msgspec.json.decode(content, type=_Completion).choices
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise ModelTrouble(NO_ANSWER, passing=True) from None
    if not choices:
        raise ModelTrouble(NO_ANSWER, passing=True)
    return choices[0].message.content or ""
