#!/bin/sh
# The other side, in a sandbox: from now on somebody applies to every bounty that this account posts, does the work and sends
# what is asked for, while the clock runs ten minutes every two seconds. Until Ctrl-C.
#
#     AHM_API_KEY=ahm_… sh people.sh
set -eu
B=${AHM_BASE_URL:-http://127.0.0.1:8000} J='Content-Type: application/json'
curl -sS --fail-with-body -X PATCH "$B/api/sandbox/people" -H "$J" -H "X-API-Key: ${AHM_API_KEY:?is the key of your account}" \
  -d '{"simulated": true, "scripts": ["reliable"]}'
while sleep 2; do
  curl -sS --fail-with-body "$B/api/sandbox/clock/advance" -H "$J" -d '{"seconds": 600}'
  echo
done
