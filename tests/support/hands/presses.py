"""Four devices, each of which presses a widget in its own way; what matters is tested with every one."""

from functools import wraps

import pygame


def until_all_rests(press):
    """Let an input wait until all has come to rest, unless it is in a hurry."""

    @wraps(press)
    def pressed(driver, key, *, rests=True):
        press(driver, key)
        if rests:
            driver.settle()

    return pressed


@until_all_rests
def by_mouse(driver, key):
    driver.click(key)


@until_all_rests
def by_finger(driver, key):
    driver.finger(key)


@until_all_rests
def by_keys(driver, key):
    driver.focus(key, most=120)
    driver.settle()
    driver.key("return")


@until_all_rests
def by_pad(driver, key):
    """Press what has the focus; how the pad's arrows move it is tested separately."""
    driver.top.ui.set_focus(driver.widget(key))
    driver.settle()
    driver.pad("a")


@until_all_rests
def by_pad_and_arrows(driver, key):
    """Walk the focus to it by the pad's arrows, as a player would, and press."""
    tried = []
    for _ in range(40):
        focus = driver.top.ui.focus
        if focus is not None and focus.key == key and driver.top.ui.show_focus:
            break
        tried.append((focus and focus.key, next_arrow(driver, key, tried)))
        driver.pad(tried[-1][1])
    driver.pad("a")


def next_arrow(driver, key, tried):
    """Return the arrow towards a widget that was pressed least often from where the focus is; first up or down."""
    focus = driver.top.ui.focus
    here = focus.focus_rect() if focus is not None else pygame.Rect(0, 0, 1, 1)
    there = driver.widget(key).focus_rect()
    across, down = there.centerx - here.centerx, there.centery - here.centery
    arrows = ["dpright" if across > 0 else "dpleft"]
    if abs(down) > here.height // 2:
        arrows.insert(0, "dpdown" if down > 0 else "dpup")
    return min(arrows, key=lambda arrow: tried.count((focus and focus.key, arrow)))


def reached_by_arrows(driver, press, prefix=""):
    """Return the keys of all widgets that the arrows reach, from where the focus is at first."""
    driver.key("down")
    reached, waiting = set(), [driver.top.ui.focus.key]
    while waiting:
        key = waiting.pop()
        reached.add(key)
        for arrow in ("up", "down", "left", "right"):
            widget = driver.top.ui.find(key)
            if widget is None or (arrow in ("left", "right") and hasattr(widget, "value")):
                continue
            driver.top.ui.set_focus(widget)
            driver.top.ui.show_focus = True
            while driver.frame():
                pass
            press(prefix + arrow)
            found = driver.top.ui.focus.key
            if found not in reached and found not in waiting:
                waiting.append(found)
    return reached


HANDS = [by_mouse, by_finger, by_keys, by_pad]


def make(driver, stroke):
    """Do with the mouse what a stroke shows."""
    stops = [(round(x), round(y)) for x, y in stroke.stops]
    if stroke.kind == "drag":
        driver.drag(*stops)
    elif stroke.kind == "hold":
        driver.press(stops[0])
        driver.step(1.0)
        driver.release(stops[0])
    else:
        for stop in stops:
            driver.click(stop)
    driver.settle()
