"""The one small set of widgets that every screen is made of."""

from sprites.widgets.buttons import Button
from sprites.widgets.choices import Choice, Toggle, line_up
from sprites.widgets.feedback import Captions, Progress, Toast, draw_tooltip, place_tooltip
from sprites.widgets.fields import OnScreenKeyboard, TextField
from sprites.widgets.layout import Column, Grid, Row, Spacer
from sprites.widgets.listbox import ListBox, ListRow
from sprites.widgets.panels import Panel, Picture
from sprites.widgets.scroll import Scroll
from sprites.widgets.slider import Slider
from sprites.widgets.texts import Label, RichText

__all__ = [
    "Button",
    "Captions",
    "Choice",
    "Column",
    "Grid",
    "Label",
    "ListBox",
    "ListRow",
    "OnScreenKeyboard",
    "Panel",
    "Picture",
    "Progress",
    "RichText",
    "Row",
    "Scroll",
    "Slider",
    "Spacer",
    "TextField",
    "Toast",
    "Toggle",
    "draw_tooltip",
    "line_up",
    "place_tooltip",
]
