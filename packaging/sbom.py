"""Writes down of what the program is made, as a software bill of materials in CycloneDX's JSON."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

from logic.licences import Component

SPECIFICATION = "1.6"
NAMESPACE = uuid.UUID("6f0c4a1e-4c1b-5d0e-9a51-5155494e4358")
"""Namespace for the serial numbers of our bills of materials; its last bytes spell QUINCX."""


def bill(parts: Sequence[Component], seconds: int) -> bytes:
    """The bill of all components, the program first; dated with that second, equal components give equal bytes."""
    own, *others = parts
    listed = [_component(part, "library") for part in others]
    whole = {
        "bomFormat": "CycloneDX",
        "specVersion": SPECIFICATION,
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": _component(own, "application"),
        },
        "components": listed,
        "dependencies": [
            {"ref": _reference(own), "dependsOn": [_reference(part) for part in others if not part.brought_by]},
            *({"ref": _reference(part), "dependsOn": _inside(part, others)} for part in others),
        ],
    }
    number = uuid.uuid5(NAMESPACE, msgspec.json.encode(whole).decode())
    return msgspec.json.format(msgspec.json.encode({"serialNumber": f"urn:uuid:{number}", **whole})) + b"\n"


def _component(part: Component, kind: str) -> dict[str, Any]:
    told: dict[str, Any] = {"type": kind, "bom-ref": _reference(part), "name": part.name}
    if part.version:
        told["version"] = part.version
    if part.licence:
        told["licenses"] = [_licence(part.licence)]
    if part.group == "packages" and part.name != "Python":
        told["purl"] = f"pkg:pypi/{part.name.lower()}@{part.version}"
    return told


def _licence(name: str) -> dict[str, Any]:
    try:
        return {"expression": str(canonicalize_license_expression(name))}
    except InvalidLicenseExpression:  # a licence text in the package's own words
        return {"license": {"name": name}}


def _reference(part: Component) -> str:
    return f"{part.name}@{part.version}" if part.version else part.name


def _inside(whole: Component, parts: Sequence[Component]) -> list[str]:
    """The components that a package contains."""
    name = f"{whole.name} {whole.version}"
    return [_reference(part) for part in parts if name in part.brought_by]
