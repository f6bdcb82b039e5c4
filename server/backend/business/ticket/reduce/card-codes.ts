/** Promotion codes: made and told once, found again by their keyed hash. */
import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { activityCodes, issueActivityCodes } from "~/contract/ticket/activity-card";
import { checkCharacter, codeAlphabet, codeLength, writtenCode } from "~/contract/ticket/activity-code";
import { stamp } from "../../../kernel/business-time";
import { Invalid, NotFound, Refusal } from "../../../kernel/refusal";
import { firstOf } from "../../../kernel/rows";
import { type Call, type Served, serve } from "../../../kernel/served";

/** What the code, or a person, may be found by: under the newest key first, and under those before it. */
export function marksOf({ secrets, caller }: Pick<Call, "secrets" | "caller">, what: "code" | "person", text: string) {
  return secrets.marks(text, `activity/${what}/${caller.corpCode}`);
}

/** 55 random bits and their check: nobody guesses one from another. */
function newCode(): string {
  const body = [...randomBytes(codeLength - 1)].map((byte) => codeAlphabet[byte & 31] ?? "0").join("");
  return body + checkCharacter(body);
}

interface Batch {
  id: number;
  name: string;
  quantity: number;
  used: number;
  startDay: string;
  endDay: string;
  issuedAt: string | null;
  issuedBy: string | null;
}

const batchColumns = sql`
  id, name, quantity, used, start_day::text as "startDay", end_day::text as "endDay", issued_at as "issuedAt",
  issued_by as "issuedBy"
`;

const standing = serve(activityCodes, async (call, { id }) => {
  const batch = await firstOf<Batch>(call.db, sql`select ${batchColumns} from activity_card where id = ${id}`);
  if (!batch) throw new NotFound();
  const codes = await firstOf<{ free: number; voided: number }>(
    call.db,
    sql`
      select count(*) filter (where state = 'free')::int as free, count(*) filter (where state = 'voided')::int as voided
      from activity_code
      where activity_card_id = ${id}
    `,
  );
  const { name, quantity, used, issuedAt, issuedBy } = batch;
  const { free = 0, voided = 0 } = codes ?? {};
  return { name, quantity, used, free, voided, issuedAt: stamp(issuedAt), issuedBy: issuedBy ?? "" };
});

const issue = serve(issueActivityCodes, async (call, { id, reason }) => {
  const { db, now, caller } = call;
  const batch = await firstOf<Batch>(db, sql`select ${batchColumns} from activity_card where id = ${id} for update`);
  if (!batch) throw new NotFound();
  const { name, startDay, endDay } = batch;
  if (batch.issuedAt !== null) {
    const facts = { at: stamp(batch.issuedAt), by: batch.issuedBy ?? "" };
    if (reason === "") throw new Refusal(m.card_issued_already(facts));
    await db.execute(sql`
      update activity_code
      set state = 'voided'
      where corp_code = current_setting('app.corp_code') and activity_card_id = ${id} and state = 'free'
    `);
  } else if (reason !== "") throw new Invalid({ reason: [m.card_nothing_to_renew()] });
  const wanted = batch.quantity - batch.used;
  const codes = new Set<string>();
  while (codes.size < wanted) codes.add(newCode());
  const rows = [...codes].map((code) => ({ tail: code.slice(-4), mark: marksOf(call, "code", code)[0] }));
  if (rows.some(({ mark }) => !mark)) throw new Error("Promotion codes need a key for secrets.");
  await db.execute(sql`
    insert into activity_code (activity_card_id, tail, mark)
    select ${id}::bigint, c.tail, c.mark
    from json_to_recordset(${JSON.stringify(rows)}::json) as c (tail text, mark text)
  `);
  await db.execute(sql`
    update activity_card
    set issued_at = ${now.toISOString()}::timestamptz, issued_by = ${caller.name}, row_version = row_version + 1,
        updated_at = ${now.toISOString()}::timestamptz
    where corp_code = current_setting('app.corp_code') and id = ${id}
  `);
  const after = { codes: wanted, ...(reason !== "" && { reason }) };
  call.audit({ thing: "activityCard", thingId: id, label: name, after });
  return { name, startDay, endDay, codes: [...codes].map(writtenCode) };
});

export const codesServed: Served[] = [standing, issue];
