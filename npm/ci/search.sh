#!/usr/bin/env bash
# The search of the GitHub Action: its inputs come as NEARMISS_ACTION_*.
set -euo pipefail

out=${NEARMISS_ACTION_OUT:-nearmiss-tests}
package=nearmiss${NEARMISS_ACTION_VERSION:+@$NEARMISS_ACTION_VERSION}
options=(fuzz --time "${NEARMISS_ACTION_TIME:-5m}" --out "$out" --reports all)
[ -z "${NEARMISS_ACTION_START:-}" ] || options+=(--start "$NEARMISS_ACTION_START")
[ -z "${NEARMISS_ACTION_OPENAPI:-}" ] || options+=(--openapi "$NEARMISS_ACTION_OPENAPI")
[ "${NEARMISS_ACTION_FAIL_ON_FAULT:-true}" != true ] || options+=(--fail-on-fault)
# Split at blanks, quotes kept together, and nothing expanded: these are options, no program.
if [ -n "${NEARMISS_ACTION_ARGS:-}" ]; then
  mapfile -d '' -t more < <(printf '%s' "$NEARMISS_ACTION_ARGS" | xargs printf '%s\0')
  options+=("${more[@]}")
fi

code=0
npx --yes "$package" "${options[@]}" || code=$?

if [ -f "$out/report.json" ]; then
  faults=$(node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8")).faults.totalNumber' "$out/report.json")
  {
    echo "faults=$faults"
    echo "report=$out/report.json"
  } >> "${GITHUB_OUTPUT:-/dev/null}"
fi
exit "$code"
