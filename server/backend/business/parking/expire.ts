/** Each night month passes end whose last day is over; each morning staff is told of those that end within a week. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import type { Transaction } from "../../db/database";
import { jobKind } from "../../jobs/kind";
import { addDays, businessDay } from "../../kernel/business-time";
import { notify } from "../../kernel/notify";
import { rowsOf } from "../../kernel/rows";
import { expirePasses } from "./pass-claim";
import { parkingLot, parkingPass } from "./schema";

const batch = 500;
const week = 7;

/** One message a park, however many; of each last day once. */
async function remindOfEnd(db: Transaction, now: Date): Promise<number> {
  const today = businessDay(now);
  const last = addDays(today, week);
  const told = await rowsOf<{ park: number }>(
    db,
    sql`
      update ${parkingPass}
      set reminded_for = until_day
      where corp_code = current_setting('app.corp_code')
        and status = 'live'
        and until_day between ${today}::date and ${last}::date
        and reminded_for is distinct from until_day
      returning (
        select park_id::float8 from ${parkingLot} l
        where l.corp_code = ${parkingPass}.corp_code and l.id = ${parkingPass}.lot_id
      ) as park
    `,
  );
  // Each park's by itself: whoever is bound to one is told of its own.
  for (const park of new Set(told.map((pass) => pass.park)))
    await notify(db, now, {
      to: { fun: "parkingPassList" },
      kind: "expiry",
      about: { parks: [park], maker: null },
      title: (options) =>
        m.parking_ending({ n: told.filter((pass) => pass.park === park).length, days: week }, options),
      body: (options) => m.parking_ending_text({}, options),
      link: `/parking/passList?status=live&untilDay=${today}~${last}`,
    });
  return told.length;
}

export const expireParkingPasses = jobKind({
  kind: "expireParkingPasses",
  title: m.jobs_kind_parking_passes,
  payload: z.object({}),
  schedule: { cron: "20 6 * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.jobs_parking_passes({ n: rows }),
  async run(run) {
    const now = run.now();
    let rows = 0;
    for (;;) {
      const ended = await run.write((db) => expirePasses({ db }, businessDay(now)));
      rows += ended;
      await run.progress(rows);
      if (ended < batch) break;
    }
    await run.write((db) => remindOfEnd(db, now));
    return { rows };
  },
});
