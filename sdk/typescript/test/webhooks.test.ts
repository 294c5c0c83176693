import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { BadSignature, webhooks } from "agent-hire";

interface Vector {
  secret: string;
  t: number;
  body: string;
  header: string;
}

// Those of docs/webhooks.md.
const VECTORS = JSON.parse(readFileSync(process.env["VECTORS"] ?? "", "utf8")) as Vector[];
const [FIRST] = VECTORS as [Vector];
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

for (const { secret, t: now, body, header } of VECTORS) {
  test(`the vector of ${now} fits, as bytes, as a buffer and as text`, async () => {
    const { buffer } = bytes(body) as Uint8Array<ArrayBuffer>;
    for (const given of [bytes(body), buffer, body]) {
      assert.deepEqual(await webhooks.verify(given, header, secret, { now }), JSON.parse(body));
    }
    assert.equal(await webhooks.sign(bytes(body), secret, { now: now + 0.9 }), header);
  });
}

test("it is too old or too new beyond the tolerance, and not before", async () => {
  const verified = (now: number, toleranceSeconds?: number): Promise<unknown> =>
    webhooks.verify(FIRST.body, FIRST.header, FIRST.secret, { now, toleranceSeconds });

  await verified(FIRST.t + 300);
  await verified(FIRST.t - 300);
  await verified(FIRST.t + 900, 1000);
  await assert.rejects(verified(FIRST.t + 301), BadSignature);
  await assert.rejects(verified(FIRST.t - 301), BadSignature);
  await assert.rejects(webhooks.verify(FIRST.body, FIRST.header, FIRST.secret), BadSignature); // now is another time
});

test("after a rotation any of two signatures is enough, whatever stands around them", async () => {
  const [, signature = ""] = FIRST.header.split(",");
  const other = `v1=${"0".repeat(64)}`;

  for (const header of [`t=${FIRST.t},${other},${signature}`, `t=${FIRST.t}, ${signature}, ${other}`, `${FIRST.header},v2=x`]) {
    await webhooks.verify(FIRST.body, header, FIRST.secret, { now: FIRST.t });
  }
});

test("what was not signed like this is refused", async () => {
  const hex = FIRST.header.split("v1=")[1] ?? "";
  const wrong: [string, string | null | undefined, string][] = [
    [`${FIRST.body} `, FIRST.header, FIRST.secret],
    [FIRST.body, FIRST.header, FIRST.secret.slice(0, -1)],
    [FIRST.body, FIRST.header, FIRST.secret.replace("whsec_", "")],
    [FIRST.body, FIRST.header.replace(`t=${FIRST.t}`, `t=${FIRST.t + 1}`), FIRST.secret],
    [FIRST.body, FIRST.header.replace("v1=", "v0="), FIRST.secret],
    [FIRST.body, FIRST.header.replace(hex, hex.slice(2)), FIRST.secret],
    [FIRST.body, FIRST.header.replace(hex, `${hex}00`), FIRST.secret],
    [FIRST.body, FIRST.header.replace(hex, hex.toUpperCase()), FIRST.secret],
    [FIRST.body, FIRST.header.replace(hex, ""), FIRST.secret],
    [FIRST.body, `t=${FIRST.t},${FIRST.header}`, FIRST.secret],
    [FIRST.body, FIRST.header.replace(`t=${FIRST.t}`, `t=0x${FIRST.t.toString(16)}`), FIRST.secret],
    [FIRST.body, `v1=${hex}`, FIRST.secret],
    [FIRST.body, "", FIRST.secret],
    [FIRST.body, null, FIRST.secret],
    [FIRST.body, undefined, FIRST.secret],
  ];

  for (const [body, header, secret] of wrong) {
    await assert.rejects(webhooks.verify(body, header, secret, { now: FIRST.t }), BadSignature, String(header));
  }
});
