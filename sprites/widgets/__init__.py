"""The widgets that every screen is made of, and the parts for new ones."""

from sprites.widgets import faces
from sprites.widgets.base import LEAST_TARGET, Button, Control, Ease, Fitted, Passive, Picture, Widget, Words, fit
from sprites.widgets.choices import Choice, Labelled, Slider, Toggle, align_controls
from sprites.widgets.faces import ButtonStyle
from sprites.widgets.feedback import Captions, Progress, Toast, draw_tooltip, place_tooltip
from sprites.widgets.fields import OnScreenKeyboard, TextField
from sprites.widgets.input import Action, Input, Pointer, Pos
from sprites.widgets.layout import Column, Grid, Panel, Row, Spacer
from sprites.widgets.scroll import ListBox, ListRow, Scroll
from sprites.widgets.texts import Label, RichText

__all__ = [
    "LEAST_TARGET", "Action", "Button", "ButtonStyle", "Captions", "Choice", "Column", "Control", "Ease", "Fitted",
    "Grid", "Input", "Label", "Labelled", "ListBox", "ListRow", "OnScreenKeyboard", "Panel", "Passive", "Picture",
    "Pointer", "Pos", "Progress", "RichText", "Row", "Scroll", "Slider", "Spacer", "TextField", "Toast", "Toggle",
    "Widget", "Words", "align_controls", "draw_tooltip", "faces", "fit", "place_tooltip",
]  # fmt: skip
