"""Four hands, each of which presses something on a screen in its own way; what matters is tested with every one."""

import pygame


def by_mouse(driver, key):
    driver.click(key)


def by_finger(driver, key):
    driver.finger(key)


def by_keys(driver, key):
    driver.focus(key, most=120)
    driver.settle()
    driver.key("return")


def by_pad(driver, key):
    """Press what has the focus; how the pad's arrows move it is tested apart."""
    driver.top.ui.set_focus(driver.widget(key))
    driver.settle()
    driver.pad("a")


def by_pad_and_arrows(driver, key):
    """Walk to it as an eye would lead the thumb, and press."""
    tried = []
    for _ in range(40):
        focus = driver.top.ui.focus
        if focus is not None and focus.key == key and driver.top.ui.show_focus:
            break
        tried.append((focus and focus.key, next_arrow(driver, key, tried)))
        driver.pad(tried[-1][1])
    driver.pad("a")


def next_arrow(driver, key, tried):
    """Give the arrow towards a widget that was pressed least often from where the focus is; first up or down."""
    focus = driver.top.ui.focus
    here = focus.focus_rect() if focus is not None else pygame.Rect(0, 0, 1, 1)
    there = driver.widget(key).focus_rect()
    across, down = there.centerx - here.centerx, there.centery - here.centery
    arrows = ["dpright" if across > 0 else "dpleft"]
    if abs(down) > here.height // 2:
        arrows.insert(0, "dpdown" if down > 0 else "dpup")
    return min(arrows, key=lambda arrow: tried.count((focus and focus.key, arrow)))


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
