#!/usr/bin/env bash
# Builds the Linux packages from the one spec: a .tar.gz for a user's own folder, and a .deb by Debian's tools.
#   packaging/linux.sh [--packed FOLDER] OUT
# With --packed it uses a folder built by quincunx.spec, instead of building one. The same commit and environment give
# the same files. Needs desktop-file-validate, appstreamcli and dpkg-dev, and numpy as in packaging/numpy.txt.
set -euo pipefail
largest=95000000 # bytes of the packed folder
root=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-$root/.venv/bin/python}
packed=
if [ "${1:-}" = --packed ]; then
    packed=$(realpath "$2")
    shift 2
fi
out=$(realpath -m "${1:?OUT: where do the files go?}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"

version=$("$python" -c 'import logic; print(logic.VERSION)')
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
umask 022

if [ -z "$packed" ]; then
    PYTHONPATH=. "$python" -m PyInstaller --noconfirm --log-level WARN \
        --distpath "$work/dist" --workpath "$work/build" quincunx.spec
    packed=$work/dist/quincunx
    env -i "$packed/quincunx" self-test >"$work/report" || { cat "$work/report" >&2; exit 1; }
fi
size=$(find "$packed" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }')
if [ "$size" -gt "$largest" ]; then
    echo "$packed has $size bytes, more than $largest: was it packed with the numpy of packaging/numpy.txt?" >&2
    exit 1
fi

# -- desktop integration, as below share/
share=$work/share
PYTHONPATH=. PYGAME_HIDE_SUPPORT_PROMPT=1 "$python" packaging/icons.py "$work/icons"
for picture in "$work"/icons/*x*/quincunx.png; do
    install -Dm644 "$picture" "$share/icons/hicolor/$(basename "$(dirname "$picture")")/apps/quincunx.png"
done
install -Dm644 "$work/icons/quincunx.svg" "$share/icons/hicolor/scalable/apps/quincunx.svg"
install -Dm644 packaging/linux/quincunx.desktop "$share/applications/quincunx.desktop"
install -Dm644 packaging/linux/quincunx.mime.xml "$share/mime/packages/quincunx.xml"
mkdir -p "$share/metainfo"
sed "s/@VERSION@/$version/; s/@DATE@/$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)/" \
    packaging/linux/quincunx.metainfo.xml >"$share/metainfo/quincunx.metainfo.xml"
desktop-file-validate "$share/applications/quincunx.desktop"
appstreamcli validate --no-net "$share/metainfo/quincunx.metainfo.xml"

mkdir -p "$out"

# -- the archive
archive=quincunx-$version-linux-$(uname -m)
mkdir "$work/$archive"
cp -R "$packed" "$work/$archive/quincunx"
cp -R "$share" "$work/$archive/share"
cp packaging/linux/install.sh packaging/linux/uninstall.sh README.md LICENSE "$work/$archive/"
tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -cf - "$archive" |
    gzip -9n >"$out/$archive.tar.gz"

# -- the package
debian=$work/debian-package tree=$work/debian-package/debian/quincunx
maintainer="${DEBFULLNAME:-$(git config user.name)} <${DEBEMAIL:-$(git config user.email)}>"
mkdir -p "$tree/DEBIAN" "$tree/usr/lib" "$tree/usr/games"
cp -R "$packed" "$tree/usr/lib/quincunx"
find "$tree/usr/lib" -type f -exec chmod 644 {} +
chmod 755 "$tree/usr/lib/quincunx/quincunx"
ln -s ../lib/quincunx/quincunx "$tree/usr/games/quincunx"
cp -R "$share" "$tree/usr/share"
doc=$tree/usr/share/doc/quincunx
sed "s/@MAINTAINER@/$maintainer/" packaging/linux/debian/control >"$debian/debian/control"
install -Dm644 packaging/linux/debian/copyright "$doc/copyright"
printf 'quincunx (%s) unstable; urgency=medium\n\n  * CHANGELOG.md tells what has changed.\n\n -- %s  %s\n' \
    "$version" "$maintainer" "$(date -Ru -d "@$SOURCE_DATE_EPOCH")" >"$debian/debian/changelog"
gzip -9nc "$debian/debian/changelog" >"$doc/changelog.gz"
gzip -9nc packaging/linux/quincunx.6 | install -Dm644 /dev/stdin "$tree/usr/share/man/man6/quincunx.6.gz"
install -Dm644 packaging/linux/debian/lintian-overrides "$tree/usr/share/lintian/overrides/quincunx"
(
    cd "$debian"
    mapfile -t libraries < <(find debian/quincunx -name '*.so*' -type f)
    # Libraries in the package itself are no dependencies, even if another package has one of that name.
    for library in debian/quincunx/usr/lib/quincunx/_internal/lib*.so.*; do
        basename "$library" | sed 's/\.so\./ /'
    done >debian/shlibs.local
    mapfile -t folders < <(dirname "${libraries[@]}" | sort -u | sed "s|^|-l$debian/|")
    dpkg-shlibdeps "${folders[@]}" --ignore-missing-info --warnings=0 debian/quincunx/usr/lib/quincunx/quincunx "${libraries[@]}"
    dpkg-gencontrol -Pdebian/quincunx
    (cd debian/quincunx && find usr -type f -print0 | sort -z | xargs -0 md5sum) >debian/quincunx/DEBIAN/md5sums
    find debian/quincunx -newermt "@$SOURCE_DATE_EPOCH" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group --build debian/quincunx "$out"
)
ls -l "$out"
