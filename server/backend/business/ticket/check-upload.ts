/** Passages that gates made while the line was down: each once by its key, in the order of their own clocks. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { AnswerOf, ParsedPayloadOf } from "~/contract/method";
import { uploadPassages } from "~/contract/ticket/check";
import type { Transaction } from "../../db/database";
import { ofEverybody } from "../../kernel/scope";
import { type Call, serve } from "../../kernel/served";
import { rowsOf } from "../order/rows";
import { pass } from "./check";
import { gatesByCode } from "./check-store";
import type { GateSnapshot } from "./check-verdict";
import { recognise } from "./ticket-code";

type Passage = ParsedPayloadOf<typeof uploadPassages>["passages"][number];
type Conflict = AnswerOf<typeof uploadPassages>["conflicts"][number];
type Outcome = Omit<Conflict, "passageKey"> & { admitted: boolean };

export const serveUpload = serve(uploadPassages, (call, asked) => ofEverybody(call, () => upload(call, asked)));

async function upload(call: Call, { passages }: ParsedPayloadOf<typeof uploadPassages>) {
  const inOrder = passages.toSorted(
    (a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.passageKey < b.passageKey ? -1 : 1),
  );
  const gates = await gatesByCode(call.db, [...new Set(passages.map(({ gateCode }) => gateCode))]);
  const known = await outcomesOf(
    call.db,
    passages.map(({ passageKey }) => passageKey),
  );
  const conflicts = new Map<string, Conflict>();
  let accepted = 0;
  let repeated = 0;
  for (const passage of inOrder) {
    const { passageKey, gateCode } = passage;
    const gate = gates.get(gateCode);
    // No gate, or none of the caller's: nothing is written, so that whoever has the gate may still bring the passage.
    if (!gate) {
      conflicts.set(passageKey, { passageKey, reason: "unknown", message: m.verdict_offline_gate({ code: gateCode }) });
      continue;
    }
    const before = known.get(passageKey) ?? (await takeKey(call.db, passage));
    const outcome = before ?? (await passOnce(call, passage, gate));
    known.set(passageKey, outcome);
    if (before) repeated += 1;
    else if (outcome.admitted) accepted += 1;
    // A gate that lost the first answer learns of its conflicts again.
    if (!outcome.admitted) conflicts.set(passageKey, { passageKey, reason: outcome.reason, message: outcome.message });
  }
  return { accepted, repeated, conflicts: [...conflicts.values()] };
}

/** Takes the key first: another upload of the same passage waits for it, and then learns what came of it. */
async function takeKey(db: Transaction, { passageKey, gateCode, at }: Passage): Promise<Outcome | undefined> {
  const taken = await rowsOf(
    db,
    sql`
      insert into passage_key (key, gate_code, admitted, reason, at)
      values (${passageKey}, ${gateCode}, false, 'unknown', ${at}::timestamptz)
      on conflict do nothing
      returning key
    `,
  );
  return taken.length > 0 ? undefined : (await outcomesOf(db, [passageKey])).get(passageKey);
}

async function passOnce(call: Call, passage: Passage, gate: GateSnapshot): Promise<Outcome> {
  const outcome = await attempt(call, passage, gate);
  await call.db.execute(sql`
    update passage_key
    set admitted = ${outcome.admitted}, reason = ${outcome.reason}, message = ${outcome.message}
    where key = ${passage.passageKey}
  `);
  return outcome;
}

async function attempt(call: Call, passage: Passage, gate: GateSnapshot): Promise<Outcome> {
  const { admitted, reason, message } = await pass(call, {
    gate,
    code: recognise(passage.code),
    ticketId: undefined,
    people: passage.people,
    now: new Date(passage.at),
    key: passage.passageKey,
    offline: true,
    forceReason: "",
  });
  return { admitted, reason, message };
}

async function outcomesOf(db: Transaction, keys: readonly string[]): Promise<Map<string, Outcome>> {
  const rows = await rowsOf<Outcome & { key: string }>(
    db,
    sql`
      select k.key, k.admitted, k.reason, k.message
      from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as asked(key)
      join passage_key k on k.corp_code = current_setting('app.corp_code') and k.key = asked.key
    `,
  );
  return new Map(rows.map(({ key, ...outcome }) => [key, outcome]));
}
