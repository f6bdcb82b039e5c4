/** Personal data by purpose, for who answers for them: where they stand, how many are due, what was destroyed when. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { mostDue, personalData, personalDataErase } from "~/contract/platform/personal-data";
import {
  leastDays,
  type PersonalPurpose,
  personalPurposes,
  purposesOfPersonalData,
} from "~/contract/platform/personal-purposes";
import { eraseKindName } from "../../jobs/erase-kind";
import { stamp } from "../../kernel/business-time";
import { enqueueFor, isUnderWay } from "../../kernel/enqueue";
import { daysFor, type KeptBecause, type PersonalData, type PersonalKept } from "../../kernel/personal-data";
import { countDue } from "../../kernel/personal-held";
import { Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";

const whys: Record<KeptBecause, () => string> = {
  tax: m.personal_why_tax,
  cleared: m.personal_why_cleared,
  company: m.personal_why_company,
  legal: m.personal_why_legal,
  sealed: m.personal_why_sealed,
};

/** What an account sees that is bound to parks is not the whole; nor may it destroy what it does not see. */
export function refuseScoped({ caller }: Call): void {
  if (caller.scope) throw new Refusal(m.personal_whole_corp());
}

export const personalServed = (personal: readonly PersonalData[], kept: readonly PersonalKept[]): Served[] => [
  serve(personalData, async (call) => {
    refuseScoped(call);
    const { db, now, secrets } = call;
    const taken = new Map((await takenBefore(call)).map((row) => [row.purpose, row]));
    const purposes = [];
    for (const purpose of personalPurposes) {
      const least = leastDays(purpose);
      const days = await daysFor(db, purpose, least);
      const own = personal.filter((data) => data.purpose === purpose);
      let due = 0;
      let more = false;
      for (const data of own) {
        const found = await countDue(db, data, { now, days }, mostDue);
        due += Math.min(found, mostDue);
        more ||= found > mostDue;
      }
      const before = taken.get(purpose);
      purposes.push({
        ...{ purpose, days, least, due, more },
        where: own.map(({ what }) => what()),
        erased: before?.rows ?? 0,
        lastAt: before ? stamp(new Date(before.at)) : "",
      });
    }
    return {
      purposes,
      kept: kept.map(({ what, why }) => ({ what: what(), why: whys[why]() })),
      running: await isUnderWay(db, eraseKindName),
      tokens: secrets.prefix !== "",
    };
  }),
  serve(personalDataErase, async (call) => {
    refuseScoped(call);
    if (await isUnderWay(call.db, eraseKindName)) throw new Refusal(m.personal_running());
    const jobId = await enqueueFor(call, { kind: eraseKindName, unlessWaiting: true });
    call.audit({ thing: "personalData", thingId: jobId, label: m.personal_title() });
    return { jobId };
  }),
];

const takenBefore = ({ db }: Call) =>
  rowsOf<{ purpose: PersonalPurpose; rows: number; at: string }>(
    db,
    sql`
      select purpose, sum(rows)::float8 as rows, max(at) as at
      from personal_erasure_log
      where purpose = any (${`{${Object.keys(purposesOfPersonalData).join(",")}}`}::text[])
      group by purpose
    `,
  );
