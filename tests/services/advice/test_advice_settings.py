"""The adviser's configuration: off by default, overridden by the player's file, faults by path, no key in it."""

import msgspec
import pytest

from logic.config import ConfigError, read_text
from logic.llm import settings
from logic.llm.settings import AdviserConfig, load, own_file
from tests.support.advicefakes import KEY


@pytest.fixture
def own():
    """Return a function that writes the player's own file."""

    def write(content):
        own_file().parent.mkdir(parents=True, exist_ok=True)
        own_file().write_bytes(content.encode() if isinstance(content, str) else content)

    return write


def test_the_shipped_config_has_no_model_and_explains_every_setting():
    assert not load().is_configured
    assert load() == AdviserConfig()
    text = read_text(settings.FILE_NAME)
    assert all(f"\n{name}: " in text for name in AdviserConfig.__struct_fields__)
    blocks = read_text(settings.FILE_NAME).strip().split("\n\n")[1:]
    assert len(blocks) == len(AdviserConfig.__struct_fields__)
    assert all(block.startswith("# ") for block in blocks)


def test_the_players_file_overrides_the_shipped_one_and_contains_no_key(own, monkeypatch):
    own("base_url: https://models.example.org/v1/\nmodel: wise\ntries: 2\n")
    config = load()
    assert config.is_configured
    assert (config.model, config.tries, config.timeout) == ("wise", 2, 30)
    assert (config.host, config.completions) == ("models.example.org", "https://models.example.org/v1/chat/completions")
    monkeypatch.setenv("QUINCUNX_API_KEY", KEY)
    config = load()
    assert KEY not in repr(config)
    assert KEY not in msgspec.json.encode(config).decode()


@pytest.mark.parametrize("content", ["", "# nothing yet\n", "\n\n"])
def test_an_empty_players_file_changes_nothing(own, content):
    own(content)
    assert load() == AdviserConfig()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("tries: 0", r"`\$.tries`: a whole number ≥ 1 was expected"),
        ("tries: many", r"`\$.tries`: a whole number was expected, not a text"),
        ("timeout: .inf", r"`\$.timeout`: a number ≤ 600.0 was expected"),
        ("timeout: -1", r"`\$.timeout`: a number > 0.0 was expected"),
        ("largest_answer: 5", r"`\$.largest_answer`: a whole number ≥ 1024 was expected"),
        ("api_key: secret", "there is no field `api_key`"),
        ("key_variable: 'A B'", r"`\$.key_variable`"),
        ('model: "a\\nb"', "model: a name in printable signs"),
        ("model: a\nmodel: b", "stands twice"),
        ("[1, 2]", "a group of fields was expected, not a list"),
        ("model: [", "while parsing"),
        (b"model: \xff", "text in UTF-8 was expected"),
        ("x" * 70_000, "File too large"),
    ],
)
def test_a_config_error_names_the_file_and_the_field(own, content, said):
    own(content)
    with pytest.raises(ConfigError, match=said) as caught:
        load()
    assert str(caught.value).startswith(str(own_file()))


def test_a_folder_in_place_of_the_file_is_a_config_error():
    own_file().mkdir(parents=True)
    with pytest.raises(ConfigError, match=r"adviser\.yaml: "):
        load()


@pytest.mark.parametrize(
    "url",
    [
        "https://api.example.org/v1",
        "http://localhost:8080/v1",
        "http://127.0.0.1:1/v1",
        "http://[::1]:8080/v1",
        "http://192.168.1.5:11434/v1",
        "http://attic/v1",
        "http://attic.local/v1",
    ],
)
def test_valid_base_urls_are_accepted(url):
    assert AdviserConfig(base_url=url, model="m").is_configured


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("models.example.org", "an address such as https"),
        ("ftp://models.example.org", "an address such as https"),
        ("file:///etc/passwd", "an address such as https"),
        ("https://", "an address such as https"),
        ("https://a:99999/v1", "an address such as https"),
        ("https://[::1/v1", "an address such as https"),
        ("https://models example.org", "without spaces"),
        ("https://mödels.example.org", "in plain letters"),
        ("https://models.example.org/\nX: y", "without spaces"),
        ("http://models.example.org/v1", "https, please"),
        ("http://8.8.8.8/v1", "https, please"),
        ("http://134744072/v1", "https, please"),
        ("http://0x08080808/v1", "https, please"),
        ("https://me:secret@models.example.org", "no name and no password"),
        ("https://models.example.org/v1?key=1", r"without \? and #"),
        ("https://models.example.org/v1#x", r"without \? and #"),
    ],
)
def test_invalid_base_urls_are_refused_with_the_reason(url, said):
    with pytest.raises(ValueError, match=f"base_url: .*{said}"):
        AdviserConfig(base_url=url, model="m")


@pytest.mark.parametrize(("url", "here"), [
    ("http://localhost:1", True), ("http://127.0.0.9", True), ("http://[::1]", True), ("http://models.localhost", True),
    ("http://192.168.1.5", False), ("http://attic", False), ("https://localhost.example.org", False),
])  # fmt: skip
def test_is_on_this_machine_recognises_local_addresses(url, here):
    assert AdviserConfig(base_url=url).is_on_this_machine is here


@pytest.mark.parametrize(("url", "model"), [("", "m"), ("https://a.example", ""), ("", "")])
def test_an_incomplete_configuration_is_not_configured(url, model):
    assert not AdviserConfig(base_url=url, model=model).is_configured
