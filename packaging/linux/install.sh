#!/bin/sh
# Installs Quincunx for the current user, without administrator rights, replacing an earlier installation.
# uninstall.sh, which is installed beside the program, removes everything again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
share=${XDG_DATA_HOME:-$HOME/.local/share}
program=$HOME/.local/lib/quincunx
command=$HOME/.local/bin/quincunx

if [ -x "$program/uninstall.sh" ]; then "$program/uninstall.sh" >/dev/null; fi
mkdir -p "$share" "$HOME/.local/bin" "$program"
cp -R "$here/quincunx/." "$program/"
cp "$here/uninstall.sh" "$program/uninstall.sh"
ln -sf "$program/quincunx" "$command"

# Files in shared folders are recorded, for uninstall.sh.
(cd "$here/share" && find . -type f) | while read -r file; do
    mkdir -p "$share/$(dirname "$file")"
    cp "$here/share/$file" "$share/$file"
    printf '%s\n' "$share/$file"
done >"$program/installed"
printf '%s\n' "$command" >>"$program/installed"

# The PATH of a desktop menu may lack ~/.local/bin.
entry=$share/applications/quincunx.desktop
sed "s|^Exec=quincunx|Exec=\"$program/quincunx\"|; s|^TryExec=.*|TryExec=$program/quincunx|" "$here/share/applications/quincunx.desktop" >"$entry"

"$program/uninstall.sh" --tell-desktop
echo "Quincunx is in your menu; in a terminal: $command"
