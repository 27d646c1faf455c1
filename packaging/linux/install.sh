#!/bin/sh
# Installs Quincunx for you alone, without any rights of an administrator; what was there of it before is replaced.
# uninstall.sh, which then lies beside the program, takes all of it away again.
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

# Each file that comes into a folder of others is written down, for uninstall.sh.
(cd "$here/share" && find . -type f) | while read -r file; do
    mkdir -p "$share/$(dirname "$file")"
    cp "$here/share/$file" "$share/$file"
    printf '%s\n' "$share/$file"
done >"$program/installed"
printf '%s\n' "$command" >>"$program/installed"

# A menu need not know of ~/.local/bin.
entry=$share/applications/quincunx.desktop
sed "s|^Exec=quincunx|Exec=\"$program/quincunx\"|; s|^TryExec=.*|TryExec=$program/quincunx|" "$here/share/applications/quincunx.desktop" >"$entry"

"$program/uninstall.sh" --tell-desktop
echo "Quincunx is in your menu; in a terminal: $command"
