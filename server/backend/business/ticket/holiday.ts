/** Official holidays: kept by head office, and which year's arrangement is still missing. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { holidaysMissing, officialHoliday as resource } from "~/contract/ticket/holiday";
import { typedDay } from "~/contract/typed-day";
import { isDay } from "~/contract/validators";
import { headOffice } from "~/contract/wire";
import type { Transaction } from "../../db/database";
import { jobKind } from "../../jobs/kind";
import { businessDay } from "../../kernel/business-time";
import { notify, settleMatter } from "../../kernel/notify";
import { Forbidden, Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { officialHoliday as table } from "./holiday-schema";
import { addDays } from "./rules/days";

/** Days worked for a holiday lie near it: the week before it or the two after. */
const nearest = 21;
/** The notice for a year comes in October or November of the one before. */
const announcedFrom = 10;

const kept = serveResource(resource, {
  table,
  async check(call, values, before) {
    if (call.caller.corpCode !== headOffice) throw new Forbidden(m.system_head_office_only());
    const after: Values = { ...before, ...values };
    const [first, last] = [String(after.firstDay), String(after.lastDay)];
    const worked = readMakeUp(String(after.makeUpDays ?? ""), Number(after.year), first, last);
    values.makeUpDays = worked.length > 0 ? worked.join(" ") : null;
    await refuseTaken(call, { id: Number(before?.id ?? 0), first, last, worked });
    if (after.provisional !== true) await settleMatter(call.db, call.now, matterOf(Number(after.year)));
  },
});

/** `2/14、2/28`, `2027-02-14 2027-02-28`: as ISO days in order. */
function readMakeUp(text: string, year: number, first: string, last: string): string[] {
  const days = text
    .normalize("NFKC")
    .split(/[\s,;、和及]+/)
    .filter((part) => part !== "")
    .map((part) => ({ part, day: typedDay(part, `${year}-01-01`) }));
  for (const { part, day } of days) {
    if (!isDay(day)) throw new Invalid({ makeUpDays: [m.holiday_make_up_form({ day: part })] });
    if (day >= first && day <= last) throw new Invalid({ makeUpDays: [m.holiday_make_up_inside({ day })] });
    if (day < addDays(first, -nearest) || day > addDays(last, nearest))
      throw new Invalid({ makeUpDays: [m.holiday_make_up_far({ day, n: nearest })] });
  }
  return [...new Set(days.map(({ day }) => day))].sort();
}

interface Wish {
  id: number;
  first: string;
  last: string;
  worked: string[];
}

/** A day belongs to one holiday; whoever comes second at the same moment is refused by the database. */
async function refuseTaken({ db }: Call, { id, first, last, worked }: Wish): Promise<void> {
  const taken = await firstOf<{ day: string; name: string; off: boolean }>(
    db,
    sql`
      select day, name, day between ${first}::date and ${last}::date as off
      from holiday
      where holiday_id <> ${id}
        and (day between ${first}::date and ${last}::date or day = any (${sql.param(worked)}::date[]))
      order by day
      limit 1
    `,
  );
  if (!taken) return;
  const { day, name, off } = taken;
  throw new Invalid({ [off ? "firstDay" : "makeUpDays"]: [m.holiday_taken({ day, name })] });
}

/** See {@link holidaysMissing}. */
export async function missingYear(db: Transaction, today: string): Promise<number | null> {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const asked = month >= announcedFrom ? [year, year + 1] : [year];
  for (const one of asked) {
    const known = await firstOf(
      db,
      sql`
        select day from holiday
        where day between ${`${one}-01-01`}::date and ${`${one}-12-31`}::date and not provisional
        limit 1
      `,
    );
    if (!known) return one;
  }
  return null;
}

const matterOf = (year: number) => `holidays-${year}`;

/** From October on, once a month while it is missing: whoever keeps the holidays is told once, until they have read it. */
export const warnOfHolidays = jobKind({
  kind: "warnOfHolidays",
  title: m.holiday_job,
  payload: z.object({}),
  schedule: { cron: "0 8 1 * *", of: "headOffice" },
  outcome: ({ rows = 0 }) => m.holiday_job_outcome({ n: rows }),
  async run(run) {
    const rows = await run.write(async (tx) => {
      const year = await missingYear(tx, businessDay(run.now()));
      if (year === null) return 0;
      return notify(tx, run.now(), {
        to: { fun: "holidayList" },
        kind: "task",
        title: (options) => m.holiday_missing({ year }, options),
        body: (options) => m.holiday_missing_text({ year }, options),
        link: "/ticket/holidayList",
        matter: matterOf(year),
      });
    });
    return { rows };
  },
});

export const holidayServed: Served[] = [
  ...kept,
  serve(holidaysMissing, async ({ db, now }) => ({ year: await missingYear(db, businessDay(now)) })),
];
