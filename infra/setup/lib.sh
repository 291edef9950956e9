# Shared by infra/up, tests/run and infra/setup/install: steps that say what they do and how long it took.
# Sourced with bash; expects ROOT to be the checkout.
set -euo pipefail

LOGS="$ROOT/build/logs"
mkdir -p "$LOGS"

say() { printf '%s\n' "$*"; }

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# step NAME LOG COMMAND…: runs the command with its output in build/logs/LOG; prints the name, the time, and on failure the
# end of the log and where it is.
step() {
  local name=$1 log="$LOGS/$2" start status
  shift 2
  start=$(date +%s)
  printf '%-48s ' "$name"
  status=0
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if [ "$status" -ne 0 ]; then
    printf 'failed after %s s\n' "$(($(date +%s) - start))"
    tail -n 40 "$log" >&2
    fail "$name (exit status $status); the whole log: $log"
  fi
  printf '%s s\n' "$(($(date +%s) - start))"
}

# The same for what one test alone needs, such as a foreign client: without it the rest goes on, and that test says why it is skipped.
optional_step() { (step "$@") || say "note: without it the tests that need it are skipped"; }

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

configure() { (cd "$ROOT" && cmake --preset "$@"); }
build() { (cd "$ROOT" && cmake --build --preset "$1" --target "${@:2}"); }

# configure_preset PRESET [CACHE ARGUMENT…]: first configuration only; later changes of CMake files reconfigure by themselves.
configure_preset() {
  local preset=$1
  [ -f "$ROOT/build/$preset/build.ninja" ] || step "configuring the $preset build" "configure-$preset.log" configure "$@"
}

# build_preset PRESET TARGET…
build_preset() { step "building $1: ${*:2}" "build-$1.log" build "$@"; }
