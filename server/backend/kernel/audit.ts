/** Who did what, when, before and after; in the transaction that did it. */
import type { Method } from "~/contract/method";
import type { Transaction } from "../db/database";
import type { AuditEntry, Call } from "./call";
import { secretsOf, withoutSensitive } from "./left-out";
import { type KeptAnswer, keepAnswer, keepFrom } from "./once";
import { prepared } from "./prepared";

/** In place of an entry: a save found everything as it was already, and wrote nothing. */
export const nothingChanged: AuditEntry = { thing: "", thingId: 0, label: "" };

/** The trail of a call, and with it the answer that is kept for its second press. */
export async function writeAudit(
  tx: Transaction,
  call: Call,
  method: Method,
  entries: AuditEntry[],
  { payload, answer, kept }: { payload?: unknown; answer?: unknown; kept?: KeptAnswer | undefined },
): Promise<void> {
  if (entries.length === 0 && method.audit) entries.push(byDefault(method, payload, answer));
  const { caller, now, requestId } = call;
  const secrets = secretsOf(method.payload, payload);
  const withoutSecrets = (_key: string, value: unknown) =>
    typeof value === "string" && secrets.has(value) ? undefined : value;
  const written = entries.filter((entry) => entry !== nothingChanged);
  if (kept && (kept.fresh || written.length === 0)) await keepAnswer(tx, kept);
  for (const [at, { thing, thingId, label, before, after, by = method }] of written.entries()) {
    const states = [before, after].map((state) =>
      state === undefined || state === null ? null : (JSON.stringify(state, withoutSecrets) ?? null),
    );
    const values = [now, caller.userId, caller.name, by.name, thing, thingId, label, ...states, requestId];
    if (kept && !kept.fresh && at === 0) await prepared(tx, insertEntryAndKeep, [...values, ...kept.values]);
    else await prepared(tx, insertEntry, values);
  }
}

const insertEntry = `
  insert into audit_log (at, account_id, account_name, method, thing, thing_id, label, before, after, request_id, look)
  values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10, coalesce($9::jsonb ->> 'seen' = 'sensitive', false))
`;

const insertEntryAndKeep = `with kept as (${keepFrom(11)}) ${insertEntry}`;

/** Many entries in one statement: of what is done by the hundred. */
export async function writeAudits(
  tx: Transaction,
  { caller, now, requestId }: Pick<Call, "caller" | "now" | "requestId">,
  method: Pick<Method, "name">,
  entries: AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const values = [now, caller.userId, caller.name, method.name, requestId, JSON.stringify(entries)];
  await prepared(tx, insertEntries, values);
}

const insertEntries = `
  insert into audit_log (at, account_id, account_name, method, thing, thing_id, label, before, after, request_id)
  select $1, $2, $3, $4, e.thing, e."thingId", e.label, e.before, e.after, $5
  from jsonb_to_recordset($6::jsonb) as e(thing text, "thingId" bigint, label text, before jsonb, after jsonb)
`;

/** The name of whoever wrote a thing last; undefined where nobody is on record. */
export async function lastWriter(tx: Transaction, thing: string, thingId: number): Promise<string | undefined> {
  const [row] = await prepared<{ name: string }>(tx, lastOf, [thing, thingId]);
  return row?.name;
}

const lastOf = `
  select account_name as name
  from audit_log
  where thing = $1 and thing_id = $2
  order by id desc
  limit 1
`;

/** A method that says nothing of its own leaves its payload, less what must not be kept. */
function byDefault(method: Method, payload: unknown, answer: unknown): AuditEntry {
  const id = typeof answer === "object" && answer !== null && "id" in answer ? Number(answer.id) : 0;
  const after = withoutSensitive(method.payload, payload);
  return { thing: method.name, thingId: Number.isSafeInteger(id) ? id : 0, label: "", after };
}
