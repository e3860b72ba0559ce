#!/bin/sh
# Changes the release that runs, and goes back to the one before (docs/operating.md, "Upgrading"):
#   deploy/release.sh show
#   deploy/release.sh use <version>
#   deploy/release.sh roll-back
# With release directories in PRELAUNCH_ROOT, it runs as root; otherwise beside compose.yaml.
set -eu

root=${PRELAUNCH_ROOT:-/opt/prelaunch}
settings=${PRELAUNCH_ENV:-/etc/prelaunch/env}
data=${PRELAUNCH_DATA:-/var/lib/prelaunch}
patience=${PRELAUNCH_PATIENCE:-120}
ports=${PRELAUNCH_PORTS:-3000 3001}
# Seconds until the proxy has found a new instance, so that the next one may stop.
pause=3
here=$(cd "$(dirname "$0")/.." && pwd)

fail() {
  echo "$*" >&2
  exit 1
}

# Release directories: releases/<version>, and the links current and previous.

dir_current() { [ -L "$root/current" ] && basename "$(readlink "$root/current")" || true; }
dir_previous() { [ -L "$root/previous" ] && basename "$(readlink "$root/previous")" || true; }

# A link is replaced as a whole: there is one at every moment.
dir_link() {
  ln -sfn "releases/$2" "$root/$1.new"
  mv -T "$root/$1.new" "$root/$1"
}

dir_prepare() {
  [ -f "$root/releases/$1/build/main.js" ] ||
    fail "There is no built release $1: npm ci && npm run build in $root/releases/$1 first."
}

# That release migrates, or refuses a schema that it does not know.
dir_fits() {
  systemd-run --quiet --pipe --wait --collect --property=User=prelaunch \
    --property=WorkingDirectory="$root/releases/$1" --property=EnvironmentFile="$settings" \
    --property=StateDirectory=prelaunch --property=StateDirectoryMode=0700 \
    --setenv=DATA_DIR="$data" \
    node scripts/operator.mjs db migrate
}

# One instance after the other: the proxy asks the one that answers.
dir_start() {
  dir_link current "$1"
  for port in $ports; do
    systemctl restart "prelaunch@$port"
    dir_ready "$port" || return 1
    sleep "$pause"
  done
}

dir_ready() {
  node -e '
    const [url, seconds] = process.argv.slice(1);
    const end = Date.now() + seconds * 1000;
    const ask = async () => {
      const ready = await fetch(url).then((answer) => answer.ok, () => false);
      if (ready || Date.now() > end) process.exit(ready ? 0 : 1);
      setTimeout(ask, 300);
    };
    ask();
  ' "http://127.0.0.1:$1/readyz" "$patience"
}

dir_keep() { dir_link previous "$1"; }

# Compose: the tag of the image is VERSION in .env, the one before is in .env.previous.

env_read() { sed -n "s/^$1=//p" "$here/.env" | tail -n 1; }
env_write() {
  umask 077
  { grep -v "^$1=" "$here/.env" || true; echo "$1=$2"; } >"$here/.env.new"
  mv "$here/.env.new" "$here/.env"
}
# Runs Docker Compose for a version: compose <version> <words>.
compose() {
  tag=$1
  shift
  VERSION=$tag docker compose --project-directory "$here" "$@"
}

compose_current() { env_read VERSION; }
compose_previous() { cat "$here/.env.previous" 2>/dev/null || true; }

compose_prepare() {
  docker image inspect "prelaunch:$1" >/dev/null 2>&1 && return
  grep -q "^  \"version\": \"$1\",$" "$here/package.json" ||
    fail "There is no image prelaunch:$1, and $here is another version."
  compose "$1" build app-1
}

compose_fits() {
  compose "$1" run --rm --no-deps -T app-1 node scripts/operator.mjs db migrate
}

# One instance after the other: the proxy asks the one that answers.
compose_start() {
  env_write VERSION "$1"
  for name in app-1 app-2; do
    compose "$1" up -d --no-build --no-deps --wait --wait-timeout "$patience" "$name" || return 1
    sleep "$pause"
  done
  compose "$1" up -d --no-build --no-deps backups
}

compose_keep() { echo "$1" >"$here/.env.previous"; }

if [ -d "$root/releases" ]; then
  layout=dir
elif [ -f "$here/compose.yaml" ] && [ -f "$here/.env" ]; then
  layout=compose
else
  fail "There is neither $root/releases nor $here/.env."
fi

use() {
  now=$("${layout}_current")
  [ "$now" != "$1" ] || fail "$1 runs already."
  "${layout}_prepare" "$1"
  "${layout}_fits" "$1" || fail "$1 was not started, ${now:-nothing} runs as before."
  if "${layout}_start" "$1"; then
    [ -z "$now" ] || "${layout}_keep" "$now"
    echo "$1 runs${now:+, before it $now}."
    return
  fi
  [ -n "$now" ] || fail "$1 did not become ready: its log says why."
  "${layout}_start" "$now" || fail "Neither $1 nor $now becomes ready: their logs say why."
  fail "$1 did not become ready: its log says why. $now runs again."
}

case "${1:-} $#" in
  "show 1")
    echo "current  $("${layout}_current")"
    echo "previous $("${layout}_previous")"
    ;;
  "use 2")
    case "$2" in *[!0-9A-Za-z.-]* | "" | .*) fail "$2 is no version." ;; esac
    use "$2"
    ;;
  "roll-back 1")
    before=$("${layout}_previous")
    [ -n "$before" ] || fail "No release ran before this one."
    use "$before"
    ;;
  *)
    echo "release.sh show | use <version> | roll-back" >&2
    exit 2
    ;;
esac
