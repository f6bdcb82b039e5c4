/** The kept requests: put in, found, settled. A request lies in scope where its thing does. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { parameterOf } from "../kernel/parameters";
import { prepared } from "../kernel/prepared";
import { Refusal } from "../kernel/refusal";
import { firstOf, rowsOf } from "../kernel/rows";
import type { Call } from "../kernel/served";
import type { Asked } from "./asked";
import type { ApprovalKind, ApprovalRequest } from "./kind";
import { tellAsked } from "./messages";

export const requestColumns = `
  p.id, p.kind, p.thing_id as "thingId", p.label, p.amount, p.reason, p.payload, p.row_version as "rowVersion", p.state,
  p.asked_by_id as "askedById", p.asked_by as "askedBy", p.asked_at as "askedAt", p.expires_at as "expiresAt",
  p.decided_by as "decidedBy", p.decided_at as "decidedAt", p.remark
`;

/** Keeps a request and tells those who may decide it; refuses where the same waits already. The thing is locked. */
export async function askApproval(call: Call, kind: ApprovalKind, asked: Asked): Promise<void> {
  const [waits] = await whyWaiting(call, kind, [asked.thingId]);
  if (waits) throw new Refusal(waits);
  const { db, caller, now } = call;
  const hours = Number(await parameterOf(db, "approvalHours"));
  const expires = new Date(now.getTime() + (hours > 0 ? hours : 72) * 3_600_000);
  const row = await firstOf<{ id: number }>(
    db,
    sql`
      insert into approval (
        kind, thing, thing_id, label, amount, reason, payload, row_version, fun_code, button_code,
        asked_by_id, asked_by, asked_at, expires_at
      )
      values (
        ${kind.code}, ${kind.thing}, ${asked.thingId}, ${asked.label}, ${asked.amount}, ${asked.reason},
        ${JSON.stringify(asked.payload ?? {})}::jsonb, ${asked.rowVersion ?? null},
        ${kind.deciding.fun}, ${kind.deciding.button},
        ${caller.userId}, ${caller.name}, ${now.toISOString()}::timestamptz, ${expires.toISOString()}::timestamptz
      )
      returning id
    `,
  );
  if (!row) throw new Error("The request was not written.");
  await tellAsked(call, kind, { ...asked, id: row.id });
}

const waitingOf = `
  select thing_id as "thingId", asked_by as "askedBy" from approval
  where kind = $1 and thing_id = any ($2::bigint[]) and state = 'waiting'
`;

/** By thing: the sentence that says that it waits already, or null. */
export async function whyWaiting(
  { db }: Call,
  { code, label }: Pick<ApprovalKind, "code" | "label">,
  ids: readonly number[],
): Promise<(string | null)[]> {
  const rows = await prepared<{ thingId: number; askedBy: string }>(db, waitingOf, [code, ids]);
  const by = new Map(rows.map(({ thingId, askedBy }) => [Number(thingId), askedBy]));
  return ids.map((id) => {
    const name = by.get(id);
    return name === undefined ? null : m.approvals_waits_already({ command: label(), name });
  });
}

export async function requestOf(call: Call, id: number, lock = false): Promise<ApprovalRequest | undefined> {
  return firstOf<ApprovalRequest>(
    call.db,
    sql`
      select ${sql.raw(requestColumns)}
      from approval p
      where p.id = ${id}
      ${lock ? sql`for update` : sql``}
    `,
  );
}

/** The last request about a thing, whatever became of it. */
export async function latestRequest(call: Call, { code }: ApprovalKind, thingId: number) {
  return firstOf<{ id: number }>(
    call.db,
    sql`select id from approval where kind = ${code} and thing_id = ${thingId} order by id desc limit 1`,
  );
}

/** What was typed is kept no longer than it waits: the audit trail has it, masked as it must be. */
export async function settle(
  { db, caller, now }: Call,
  { id }: ApprovalRequest,
  state: Exclude<ApprovalRequest["state"], "waiting">,
  remark: string,
): Promise<void> {
  const decidedBy = state === "approved" || state === "rejected" ? caller.userId : null;
  const settled = await rowsOf(
    db,
    sql`
    update approval
    set state = ${state}, decided_by_id = ${decidedBy}, decided_by = ${state === "expired" ? "" : caller.name},
        decided_at = ${now.toISOString()}::timestamptz, remark = ${remark}, payload = '{}'
    where id = ${id}
      and state = 'waiting'
    returning id
  `,
  );
  if (settled.length === 0) throw new Refusal(m.refused_same_moment());
}

/** Requests of the corp whose time is over. */
export function dueRequests(db: Call["db"], now: Date, most: number): Promise<{ id: number }[]> {
  return rowsOf(
    db,
    sql`
      select id from approval
      where corp_code = current_setting('app.corp_code')
        and state = 'waiting'
        and expires_at <= ${now.toISOString()}::timestamptz
      order by expires_at
      limit ${most}
    `,
  );
}
