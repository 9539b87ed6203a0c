#!/usr/bin/env bash
# Makes the image the docker sandbox runs in, from Debian's packages alone: no image registry is needed.
#
#   scripts/make-base-image.sh [--force] [TAG]      (default TAG: codeface-python:latest)
#
# Needs root, Debian (or a relative) with debootstrap, and a running Docker engine. An image of that tag is kept
# unless --force is given. CODEFACE_DEBIAN_MIRROR names another mirror; PIP_INDEX_URL, PIP_CERT (or SSL_CERT_FILE)
# and the proxy variables are used while pytest is installed and are not kept in the image.
# With a registry at hand, docker/Dockerfile is the short way to the same thing.
set -euo pipefail

tag=codeface-python:latest
force=no
for word in "$@"; do
  case $word in
    --force) force=yes ;;
    -h | --help) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "Unknown option $word; see --help." >&2; exit 2 ;;
    *) tag=$word ;;
  esac
done

say() { echo "make-base-image: $*" >&2; }

if [ "$force" = no ] && docker image inspect "$tag" >/dev/null 2>&1; then
  say "$tag exists; nothing to do (--force makes it anew)."
  exit 0
fi
docker version >/dev/null || { say 'the Docker engine does not answer: start it first.'; exit 1; }
command -v debootstrap >/dev/null || { say 'debootstrap is missing: apt-get install debootstrap'; exit 1; }
[ "$(id -u)" = 0 ] || { say 'run this as root: debootstrap needs it.'; exit 1; }

suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")
mirror=${CODEFACE_DEBIAN_MIRROR:-http://deb.debian.org/debian}
work=$(mktemp -d "${TMPDIR:-/tmp}/codeface-base-image.XXXXXX")
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT
chmod 755 "$work"

say "1/3 Debian $suite with Python and git (a minute or two) …"
debootstrap --variant=minbase --include=python3,python3-pip,python3-venv,git,ca-certificates \
  "$suite" "$root" "$mirror" >"$work/debootstrap.log" 2>&1 || {
  tail -n 20 "$work/debootstrap.log" >&2
  say 'debootstrap failed; its last lines are above.'
  exit 1
}

say '2/3 pytest in /opt/python …'
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
in_root python3 -m venv /opt/python
in_root /opt/python/bin/pip install --quiet --no-cache-dir --disable-pip-version-check pytest
echo 'codeface:x:10001:10001:codeface:/tmp:/usr/sbin/nologin' >>"$root/etc/passwd"
echo 'codeface:x:10001:' >>"$root/etc/group"
: >"$root/etc/resolv.conf"
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,locale}/* "$root"/var/log/*
find "$root/tmp" -mindepth 1 -delete

say "3/3 importing it as $tag …"
tar -C "$root" --one-file-system --numeric-owner -c . |
  docker import --change 'ENV PATH=/opt/python/bin:/usr/local/bin:/usr/bin:/bin' \
    --change 'CMD ["python"]' - "$tag" >/dev/null
say "$tag is ready: $(docker run --rm --network none "$tag" python -m pytest --version 2>&1)."
