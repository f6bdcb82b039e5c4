/** Plates of valid passes: who stands by one, and that no plate has two in a lot. */
import { sql } from "drizzle-orm";
import { businessDay } from "../../kernel/business-time";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { parkingPass, parkingPassPlate, parkingRecord } from "./schema";

/** The pass that a plate comes in by on a day: valid, of the lot, and with none of its plates inside. */
export async function passFor(
  { db }: Pick<Call, "db">,
  { lotId, plate, at }: { lotId: number; plate: string; at: Date },
): Promise<number | null> {
  const day = businessDay(at);
  const found = await firstOf<{ id: number }>(
    db,
    sql`
      select p.id::float8 as id
      from ${parkingPassPlate} c
      join ${parkingPass} p on p.corp_code = c.corp_code and p.id = c.pass_id
      where c.lot_id = ${lotId}
        and c.plate = ${plate}
        and p.status = 'live'
        and ${day}::date between p.start_day and p.until_day
        and not exists (
          select from ${parkingRecord} r where r.corp_code = p.corp_code and r.pass_id = p.id and r.status = 'inside'
        )
    `,
  );
  return found?.id ?? null;
}

/** Claims plates for a pass; answers those that another pass of the lot has. */
export async function claimPlates(
  { db }: Pick<Call, "db">,
  { passId, lotId }: { passId: number; lotId: number },
  plates: readonly string[],
): Promise<string[]> {
  const taken: string[] = [];
  // In one order, so that two who want the same plates wait for each other and not in a ring.
  for (const plate of [...plates].sort()) {
    const made = await db
      .insert(parkingPassPlate)
      .values({ passId, lotId, plate })
      .onConflictDoNothing()
      .returning({ id: parkingPassPlate.id });
    if (made.length === 0) taken.push(plate);
  }
  return taken;
}

export async function releasePlates({ db }: Pick<Call, "db">, passId: number): Promise<void> {
  await db.execute(sql`delete from ${parkingPassPlate} where pass_id = ${passId}`);
}

/** Passes whose last day is over give their plates back; of one lot's plates, or of all. Answers how many. */
export async function expirePasses(
  { db }: Pick<Call, "db">,
  today: string,
  only?: { lotId: number; plates: readonly string[] },
): Promise<number> {
  const which = only
    ? sql`and exists (
        select from ${parkingPassPlate} c
        where c.corp_code = p.corp_code and c.pass_id = p.id and c.lot_id = ${only.lotId}
          and c.plate = any (${sql.param([...only.plates])}::text[])
      )`
    : sql``;
  const rows = await rowsOf(
    db,
    sql`
      with due as (
        select id
        from ${parkingPass} p
        where p.corp_code = current_setting('app.corp_code') and p.status = 'live' and p.until_day < ${today}::date ${which}
        order by id
        limit 500
        for update skip locked
      ),
      freed as (
        delete from ${parkingPassPlate} c using due
        where c.corp_code = current_setting('app.corp_code') and c.pass_id = due.id
      )
      update ${parkingPass} p
      set status = 'expired', row_version = row_version + 1, updated_at = now()
      from due
      where p.corp_code = current_setting('app.corp_code') and p.id = due.id
      returning p.id
    `,
  );
  return rows.length;
}
