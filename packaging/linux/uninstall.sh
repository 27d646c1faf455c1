#!/bin/sh
# Removes what install.sh has installed; games, statistics and settings are kept.
set -eu
share=${XDG_DATA_HOME:-$HOME/.local/share}
program=$HOME/.local/lib/quincunx

tell_desktop() { # update the desktop's databases of programs and file types, with those of these tools that are installed
    update-desktop-database -q "$share/applications" 2>/dev/null || true
    update-mime-database "$share/mime" >/dev/null 2>&1 || true
    gtk-update-icon-cache -qtf "$share/icons/hicolor" 2>/dev/null || true
}

if [ "${1:-}" = --tell-desktop ]; then
    tell_desktop
    exit
fi
if [ -f "$program/installed" ]; then
    while read -r file; do rm -f "$file"; done <"$program/installed"
fi
rm -rf "$program"
tell_desktop
echo "Quincunx is gone; what you have played stays in $share/quincunx"
