#!/bin/sh
# Hires a person by REST: curl, and python3 to read JSON. Prices, posts, waits, hires, shows the evidence, and pays.
#
#     AHM_API_KEY=ahm_… sh hire.sh "Photograph a shop front" "One sharp photo with the opening hours readable." 5
#
# AHM_BASE_URL names the installation. Stopped, or told to wait for the owner: with the same RUN it goes on where it was.
set -eu
B=${AHM_BASE_URL:-http://127.0.0.1:8000}
RUN=${RUN:-hire-$(date +%s)-$$}
TITLE=${1:-Photograph a shop front} WORDS=${2:-One sharp photo with the opening hours readable.} PRICE=${3:-5}

call() { # METHOD PATH [BODY]: the answer into $ANSWER, its status into $STATUS
  ANSWER=$(curl -sS --max-time 70 -X "$1" "$B$2" -H "X-API-Key: ${AHM_API_KEY:?is the key of your account}" \
    -H 'Content-Type: application/json' -w '\n%{http_code}' ${3:+-d "$3"})
  STATUS=${ANSWER##*
} ANSWER=${ANSWER%
*}
}
pick() { # KEY...: a part of $ANSWER; nothing when it has none
  printf %s "$ANSWER" | python3 -c 'import json, sys
found = json.load(sys.stdin)
for key in sys.argv[1:]:
    found = found.get(key) if isinstance(found, dict) else (found or [None])[0]
print("" if found is None else found if isinstance(found, str) else json.dumps(found))' "$@"
}
need() { # STATUS...: stop, with the service's own words, when it answered with none of these
  case " $* " in *" $STATUS "*) return ;; esac
  echo "stopped: $STATUS $(pick error_code): $(pick error)" >&2
  exit 1
}
job() { # MORE: the body of the bounty
  python3 -c 'import json, sys
title, words, price, more = sys.argv[1:]
print(json.dumps({"title": title, "description": words, "price": float(price), "estimatedHours": 0.5,
                  "evidenceTypes": ["photo"], "autoAccept": False} | json.loads(more)))' "$TITLE" "$WORDS" "$PRICE" "$1"
}
wait_for() { # TYPE: until there is such an event of the bounty; each call waits up to 55 seconds
  AFTER=start
  while :; do
    call GET "/api/events?wait=55&types=$1&bountyId=$BOUNTY&after=$AFTER"
    need 200
    if [ "$(pick count)" != 0 ]; then return; fi
    AFTER=$(pick nextCursor)
  done
}

call POST /api/bounties "$(job '{"dryRun": true}')"
need 200 202
echo "price: $(pick fundingTotal) dollars, the fee included"

# The same key again is the same bounty: safe after a broken connection, and the way on once the owner has approved.
while call POST /api/bounties "$(job "{\"idempotencyKey\": \"$RUN\"}")" && [ "$STATUS" = 202 ]; do
  echo "the owner is asked: $(pick approvalId)"
  call GET "/api/events?wait=15&types=approval.decided&after=now" # or 15 seconds, should they decide just now
  need 200
done
need 200
BOUNTY=$(pick bountyId)
if [ "$(pick bounty status)" = pending_deposit ]; then
  echo "posted: $BOUNTY, and a person pays for it at $(pick deposit_url)"
else
  echo "posted: $BOUNTY"
fi

wait_for application.submitted
APPLICATION=$(pick events 0 data applicationId)
echo "applied: $(pick events 0 data applicantName)"
call PATCH "/api/bounties/$BOUNTY/applications/$APPLICATION" "{\"action\": \"accept\", \"idempotencyKey\": \"$RUN-hire\"}"
need 200
ESCROW=$(pick escrowId)

wait_for proof.uploaded
SUBMISSION=$(pick events 0 data submissionId)
call GET "/api/bounties/$BOUNTY/submissions/$SUBMISSION"
need 200
echo "evidence: $(pick submission textEvidence)"
echo "photo: $(pick submission files 0 url)"

# Paid work is paid for good. A careful program lets somebody look at the photo first; this one asks whoever runs it.
if [ -t 0 ]; then
  printf 'pay? [y/N] '
  read -r YES
  [ "$YES" = y ] || exit 0
fi
call POST "/api/escrow/$ESCROW/release" "{\"acknowledgeRelease\": true, \"idempotencyKey\": \"$RUN-pay\"}"
need 200
echo "paid: $(pick payoutStatus)"
