#!/usr/bin/env bash
# Makes the image the docker sandbox runs in, from Debian's packages alone: no image registry is needed.
#
#   scripts/make-base-image.sh [--force] [--interpreter PREFIX] [TAG]
#
# The default TAG is codeface-python:latest, with Debian's own Python. With --interpreter, the CPython installed in
# PREFIX (where PREFIX/bin/python3 is) is copied to /opt/pythonX.Y of the image, and the default TAG is
# codeface-python:X.Y: Codeface takes it where a project needs that version. It must have been built for a C library
# no newer than Debian's here.
# Needs root, Debian (or a relative) with debootstrap, and a running Docker engine. An image of that tag which has what
# this script puts there is kept unless --force is given. CODEFACE_DEBIAN_MIRROR names another mirror; PIP_INDEX_URL,
# PIP_CERT (or SSL_CERT_FILE) and the proxy variables are used while pytest and coverage are installed and are not kept
# in the image. With a registry at hand, docker/Dockerfile is the short way to the same thing.
set -euo pipefail

# Raised whenever an image made before would lack something.
readonly CONTENTS=3
tag=
force=no
prefix=
while [ $# -gt 0 ]; do
  case $1 in
    --force) force=yes ;;
    --interpreter) prefix=${2:?--interpreter needs the folder of an installation; see --help.}; shift ;;
    -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "Unknown option $1; see --help." >&2; exit 2 ;;
    *) tag=$1 ;;
  esac
  shift
done

say() { echo "make-base-image: $*" >&2; }

version=
if [ -n "$prefix" ]; then
  prefix=$(readlink -f "$prefix")
  version=$("$prefix/bin/python3" -I -c 'import sys; print("%d.%d" % sys.version_info[:2])') || {
    say "$prefix/bin/python3 does not run: name the folder of an installation of CPython."
    exit 1
  }
fi
tag=${tag:-codeface-python:${version:-latest}}

contents=$(docker image inspect --format '{{ index .Config.Labels "codeface.contents" }}' "$tag" 2>/dev/null || true)
if [ "$force" = no ] && [ "$contents" = "$CONTENTS" ]; then
  say "$tag exists; nothing to do (--force makes it anew)."
  exit 0
fi
docker version >/dev/null || { say 'the Docker engine does not answer: start it first.'; exit 1; }
command -v debootstrap >/dev/null || { say 'debootstrap is missing: apt-get install debootstrap'; exit 1; }
[ "$(id -u)" = 0 ] || { say 'run this as root: debootstrap needs it.'; exit 1; }

# Puts the shared libraries that an installation needs and the image lacks where its loader finds them.
copy_libraries() {
  local library
  # ldd fails for a script among them.
  { find "$1/bin" "$1/lib" -type f \( -name '*.so*' -o -perm -u+x \) -exec ldd {} + 2>/dev/null || true; } |
    sed -n 's/.*=> \(\/[^ ]*\) (.*/\1/p' | sort -u |
    while read -r library; do
      case $library in
        "$1"/*) ;;
        *) [ -e "$2$library" ] || install -D -m 755 "$(readlink -f "$library")" "$2$library" ;;
      esac
    done
  chroot "$2" ldconfig
}

suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")
mirror=${CODEFACE_DEBIAN_MIRROR:-http://deb.debian.org/debian}
work=$(mktemp -d "${TMPDIR:-/tmp}/codeface-base-image.XXXXXX")
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT
chmod 755 "$work"

say "1/3 Debian $suite with Python and git (a minute or two) …"
debootstrap --variant=minbase --include=python3,python3-pip,python3-venv,git,ca-certificates,less,gettext \
  "$suite" "$root" "$mirror" >"$work/debootstrap.log" 2>&1 || {
  tail -n 20 "$work/debootstrap.log" >&2
  say 'debootstrap failed; its last lines are above.'
  exit 1
}

python=python3
if [ -n "$prefix" ]; then
  python=/opt/python$version/bin/python3
  mkdir -p "$root/opt/python$version"
  tar -C "$prefix" --exclude=__pycache__ --exclude=./lib/python*/test --exclude=./lib/python*/site-packages -c . |
    tar -C "$root/opt/python$version" --no-same-owner -x
  mkdir -p "$root/opt/python$version/lib/python$version/site-packages"
  # What it is linked with beyond the C library may not be among Debian's packages there.
  echo "/opt/python$version/lib" >"$root/etc/ld.so.conf.d/python.conf"
  copy_libraries "$prefix" "$root"
  chmod -R a+rX "$root/opt/python$version"
fi

say '2/3 pytest and coverage in /opt/python …'
certificate=${PIP_CERT:-${SSL_CERT_FILE:-${REQUESTS_CA_BUNDLE:-}}}
inside=()
if [ -n "$certificate" ]; then
  cp "$certificate" "$root/tmp/certificates.pem"
  inside+=(PIP_CERT=/tmp/certificates.pem)
fi
for name in PIP_INDEX_URL PIP_TRUSTED_HOST http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
  [ -z "${!name:-}" ] || inside+=("$name=${!name}")
done
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
in_root() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/tmp "${inside[@]}" chroot "$root" "$@"; }
in_root "$python" -m venv /opt/python
in_root /opt/python/bin/pip install --quiet --no-cache-dir --disable-pip-version-check pytest coverage
echo 'codeface:x:10001:10001:codeface:/tmp:/usr/sbin/nologin' >>"$root/etc/passwd"
echo 'codeface:x:10001:' >>"$root/etc/group"
: >"$root/etc/resolv.conf"
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,locale}/* "$root"/var/log/*
find "$root/tmp" -mindepth 1 -delete

say "3/3 importing it as $tag …"
tar -C "$root" --one-file-system --numeric-owner -c . |
  docker import --change 'ENV PATH=/opt/python/bin:/usr/local/bin:/usr/bin:/bin' \
    --change "LABEL codeface.contents=$CONTENTS" \
    --change 'CMD ["python"]' - "$tag" >/dev/null
say "$tag is ready: $(docker run --rm --network none "$tag" python -m pytest --version 2>&1)."
