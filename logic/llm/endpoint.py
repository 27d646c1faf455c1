"""Asks a language model over HTTP: one question, one answer, within its timeout, sending only what was agreed to."""

from __future__ import annotations

import asyncio
import json
import os
import ssl
from collections.abc import Coroutine, Iterable, Mapping
from concurrent.futures import CancelledError
from dataclasses import dataclass
from itertools import islice
from typing import Any

import httpx
import msgspec

from logic.core import Message, Stop
from logic.llm.answer import Conversation, ModelTrouble, plain
from logic.llm.settings import LOCKED, NO_KEY, SENDABLE, AdviserConfig, ApiKey, KeyringTrouble

POLL = 0.05
"""Seconds between two checks whether anybody still waits."""
CONNECTING = 10.0
"""The connect timeout in seconds, if that much time is left; the rest is for the answer."""
SHARE = 0.9
"""The greatest share of the remaining time that may be spent on connecting."""
REDACTED = "…"
MISUNDERSTOOD = (400, 415, 422)
"""Status codes of servers that do not accept this form of request."""
REFUSING_KEYS = (401, 403)

LATE = Message("The language model did not answer in time.")
BROKE_OFF = Message("The language model’s answer broke off.")
TOO_LONG = Message("The language model’s answer was far too long.")
NO_ANSWER = Message("What came back is no answer of a language model.")
KEY_REFUSED = Message("The server does not accept the key.")
ELSEWHERE = Message("The server points to another place; the question was not sent there.")


class _Message(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    message: _Message


class _Completion(msgspec.Struct):
    choices: list[_Choice]


class HttpModel:
    """A model behind an OpenAI-compatible endpoint; used for the questions of one round of advice.

    The timeout of its configuration holds for all questions together. Must not be called inside an event loop. If no
    ``key`` was entered or stored, the one in the environment is sent.
    """

    def __init__(self, config: AdviserConfig, key: ApiKey = NO_KEY) -> None:
        if not config.is_configured:
            raise ValueError("config: base_url and model, please")
        self._config = config
        self._own_key = key
        self._sent = NO_KEY
        self._left = config.timeout
        self._takes_schema = True

    def __repr__(self) -> str:
        return f"HttpModel({self._config.model!r} at {self._config.host})"

    def ask(self, messages: Conversation, schema: Mapping[str, Any], stop: Stop) -> str:
        """Send the question; see ``Model``. A server that rejects the schema is asked once more without one."""
        loop = asyncio.new_event_loop()
        begun = loop.time()
        try:
            return loop.run_until_complete(_wait_for(self._exchange(messages, schema), self._left, stop))
        finally:
            self._left -= loop.time() - begun
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.close()  # asyncio.run would also wait for a hanging name look-up

    def redact_key(self, text: str) -> str:
        key = self._sent.read(self._config.base_url)
        return text.replace(key, REDACTED) if key else text

    async def _exchange(self, messages: Conversation, schema: Mapping[str, Any]) -> str:
        own = await _read_own_key(self._own_key, self._config.base_url)
        key = own or _key(self._config)
        self._sent = ApiKey(key)
        async with await _client(self._config, key, self._left) as client:
            status, content = await self._send(client, messages, schema)
            if status in MISUNDERSTOOD and self._takes_schema:
                self._takes_schema = False
                status, content = await self._send(client, messages, schema)
        if status != httpx.codes.OK:
            if own and status in REFUSING_KEYS:
                raise ModelTrouble(KEY_REFUSED)
            raise _refusal(status, self._config, has_key=bool(key))
        return read_completion(content)

    async def _send(
        self, client: httpx.AsyncClient, messages: Conversation, schema: Mapping[str, Any]
    ) -> tuple[int, bytes]:
        """Send the question once; return the status and, on success, the body."""
        body = (_body if self._takes_schema else _plain_body)(self._config, messages, schema)
        try:
            async with client.stream("POST", self._config.completions, json=body) as response:
                wanted = response.status_code == httpx.codes.OK
                return response.status_code, await _content(response, self._config.largest_answer) if wanted else b""
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError, httpx.InvalidURL):
            raise ModelTrouble(Message("{host} cannot be reached.", host=self._config.host)) from None
        except httpx.HTTPError:
            raise ModelTrouble(BROKE_OFF, passing=True) from None


async def _wait_for(work: Coroutine[Any, Any, str], patience: float, stop: Stop) -> str:
    """The result of the work; raises ModelTrouble on timeout, and CancelledError if nobody waits any more."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + patience
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


async def _read_own_key(key: ApiKey, address: str) -> str:
    """The key that was entered or stored, read in a thread: a keyring may wait to be unlocked."""
    if not key.in_keyring:
        return key.read(address)
    try:
        return await asyncio.to_thread(key.read, address)
    except KeyringTrouble:
        raise ModelTrouble(LOCKED) from None


async def _client(config: AdviserConfig, key: str, patience: float) -> httpx.AsyncClient:
    headers = {"Accept-Encoding": "identity"}  # a small compressed body may be endless
    if key:
        headers["Authorization"] = f"Bearer {key}"
    timeout = httpx.Timeout(None, connect=max(POLL, min(CONNECTING, patience * SHARE)))
    # requests within this machine bypass the system's proxies
    near = config.is_on_this_machine
    try:
        trusted = await _trusted(config)
        return httpx.AsyncClient(headers=headers, timeout=timeout, trust_env=not near, verify=trusted)
    except (OSError, ValueError, ImportError):
        raise ModelTrouble(Message("The system’s settings for proxies or certificates cannot be used.")) from None


async def _content(response: httpx.Response, largest: int) -> bytes:
    if response.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise ModelTrouble(NO_ANSWER)
    content = b""
    async for chunk in response.aiter_raw():
        content += chunk
        if len(content) > largest:
            raise ModelTrouble(TOO_LONG)
    return content


async def _trusted(config: AdviserConfig) -> ssl.SSLContext:
    """The certificates to trust, loaded in a thread, since that takes a moment; none without encryption."""
    if config.is_encrypted:
        return await asyncio.to_thread(httpx.create_ssl_context)
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _key(config: AdviserConfig) -> str:
    """The key from the environment; empty if there is none."""
    key = os.environ.get(config.key_variable, "").strip()
    if key and not SENDABLE.fullmatch(key):
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
    """A request that every server supports: the schema is at the end of the first message."""
    first, *others = messages
    told = f"{first['content']}\n\nJSON schema: {json.dumps(schema, ensure_ascii=False)}"
    return {"model": config.model, "messages": [{**first, "content": told}, *others]}


def _refusal(status: int, config: AdviserConfig, *, has_key: bool) -> ModelTrouble:
    """The error that a server's status code stands for."""
    if status in REFUSING_KEYS and not has_key:
        return ModelTrouble(Message("The server wants a key, and {variable} holds none.", variable=config.key_variable))
    if status in REFUSING_KEYS:
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
    """The model's text, empty if it wrote nothing; raises ModelTrouble for what is no completion."""
    try:
        choices = msgspec.json.decode(content, type=_Completion).choices
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise ModelTrouble(NO_ANSWER, passing=True) from None
    if not choices:
        raise ModelTrouble(NO_ANSWER, passing=True)
    return choices[0].message.content or ""


# -- servers on this machine

LOCAL_SERVERS: Mapping[int, str] = {11434: "Ollama", 1234: "LM Studio", 8080: "llama.cpp", 8000: "vLLM"}
"""The default ports of local model servers, with the names of the programs."""
LOOKING = 1.0
"""The timeout in seconds for all of them together."""
LARGEST_LIST, MOST_MODELS, LONGEST_MODEL = 65536, 3, 200
"""Bytes of a model list that are read, the number of models that are offered, and the limit on the length of a name."""
EMBEDDING = "embed"
"""Part of the names of embedding models, which cannot answer."""


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A model server found on this machine, and the first models that it offers."""

    program: str
    base_url: str
    models: tuple[str, ...]


class _Entry(msgspec.Struct):
    id: str


class _Models(msgspec.Struct):
    data: list[_Entry]


def find_servers(ports: Mapping[int, str] = LOCAL_SERVERS) -> tuple[LocalServer, ...]:
    """Ask each port of this machine, and no other, for its list of models; return the servers that answer with one.

    Nothing else is sent. Takes up to LOOKING seconds: do not call it in a frame.
    """
    loop = asyncio.new_event_loop()
    try:
        found = loop.run_until_complete(_find(ports))
        loop.run_until_complete(loop.shutdown_asyncgens())
        return found
    finally:
        loop.close()


async def _find(ports: Mapping[int, str]) -> tuple[LocalServer, ...]:
    trusted = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # unused: loading the system's certificates would take a while
    async with httpx.AsyncClient(timeout=LOOKING, trust_env=False, verify=trusted) as client:
        asked = [asyncio.ensure_future(_look(client, port, program)) for port, program in ports.items()]
        await asyncio.wait(asked, timeout=LOOKING)
        for one in asked:
            one.cancel()
        answers = await asyncio.gather(*asked, return_exceptions=True)
    return tuple(one for one in answers if isinstance(one, LocalServer))


async def _look(client: httpx.AsyncClient, port: int, program: str) -> LocalServer | None:
    base_url, headers = f"http://127.0.0.1:{port}/v1", {"Accept-Encoding": "identity"}
    async with client.stream("GET", f"{base_url}/models", headers=headers) as response:
        if response.status_code != httpx.codes.OK:
            return None
        content = await _content(response, LARGEST_LIST)
    names = _usable_models(entry.id for entry in msgspec.json.decode(content, type=_Models).data)
    return LocalServer(program, base_url, names) if names else None


def _usable_models(names: Iterable[str]) -> tuple[str, ...]:
    """The first models that can answer, with displayable names."""
    fine = (name for name in names if name and name == plain(name, LONGEST_MODEL) and EMBEDDING not in name.lower())
    return tuple(islice(fine, MOST_MODELS))
