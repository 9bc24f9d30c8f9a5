"""What players can agree on before a game: every switch, its options, and the presets that set many at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pi_referee.errors import GameFileError
from pi_referee.rules.agreed.switch_list import SWITCHES, Switch, Value

PRESETS: Mapping[str, Mapping[str, Value]] = MappingProxyType(
    {
        "full": MappingProxyType({"arrows": True, "stops": True, "blanks": True, "minus_squares": True}),
        "enkel": MappingProxyType({"arrows": False, "stops": False, "blanks": False, "minus_squares": False}),
    }
)
"""The booklets' own variants; "custom" is any other mixture of the four."""

_SPECIALS = ("arrows", "stops", "blanks", "minus_squares")


@dataclass(frozen=True)
class Switches(Mapping[str, Value]):
    """All that the players agreed on; whatever nobody mentioned is as RULES.md's default says.

    changed: switch name -> value, only those that differ from the default.
    """

    changed: Mapping[str, Value] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Value:
        """The agreed value of a switch."""
        return self.changed[name] if name in self.changed else SWITCHES[name].default

    def __iter__(self) -> Iterator[str]:
        """The names of all switches."""
        return iter(SWITCHES)

    def __len__(self) -> int:
        """How many switches there are."""
        return len(SWITCHES)

    def flag(self, name: str) -> bool:
        """The value of a switch that is on or off."""
        return self[name] is True

    def number(self, name: str) -> int | None:
        """The value of a switch that is a number, or None where there is no limit."""
        value = self[name]
        return value if isinstance(value, int) else None

    def words(self, name: str) -> tuple[str, ...]:
        """The value of a switch that is a list."""
        value = self[name]
        return value if isinstance(value, tuple) else ()

    def text(self, name: str) -> str:
        """The value of a switch that is a word or a text."""
        return str(self[name])

    def agree(self, wishes: Mapping[str, object]) -> Switches:
        """These switches with others set: a wish is a value, or the text someone typed for it.

        Setting "variant" sets the four switches of the special tiles; setting one of those makes the
        variant what the four then are. Raises GameFileError naming the switch and its options.
        """
        wanted = {name: switch_named(name).read(value) for name, value in wishes.items()}
        preset = PRESETS.get(str(wanted.get("variant", "")), {})
        values = {**self.changed, **preset, **wanted}
        values["variant"] = _variant(values)
        kept = {name: value for name, value in values.items() if value != SWITCHES[name].default}
        return Switches(MappingProxyType(dict(sorted(kept.items()))))


def switch_named(name: str) -> Switch:
    """The switch of that name; GameFileError naming the switches if there is none."""
    if name not in SWITCHES:
        raise GameFileError(
            f"There is no switch {name!r}.", where="switches", cure=f"The switches are {', '.join(SWITCHES)}."
        )
    return SWITCHES[name]


def _variant(values: Mapping[str, Value]) -> str:
    """The name for what the four switches of the special tiles are."""
    four = {name: values.get(name, True) for name in _SPECIALS}
    return next((name for name, preset in PRESETS.items() if dict(preset) == four), "custom")
