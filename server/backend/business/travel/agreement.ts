/** Agreements: signing makes an agency active or renews it; who has one that ends soon is told of. */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { addDays } from "~/contract/business-time";
import { m } from "~/contract/messages";
import { agencyAgreement as resource } from "~/contract/travel/agreement";
import { jobKind } from "../../jobs/kind";
import { businessDay } from "../../kernel/business-time";
import { labelOfItem } from "../../kernel/dictionaries";
import { notify } from "../../kernel/notify";
import { Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend } from "../../kernel/resource-backend";
import { rowsOf } from "../../kernel/rows";
import { agencyReference } from "./agency-reference";
import { travelAgency as agency, travelAgreement as table } from "./schema";

const commands: CommandsBackend<typeof resource> = {
  async sign(call, row) {
    const [found] = await call.db.select().from(agency).where(eq(agency.id, row.agencyId)).for("update");
    if (!found || !["approved", "active"].includes(found.status)) {
      const state = (await labelOfItem(call.db, "agencyState", found?.status ?? "")) ?? "";
      throw new Refusal(m.travel_agency_not_ready({ state }));
    }
    const { agreementUntil: until, status } = found;
    if (until && until >= row.toDay) throw new Refusal(m.travel_renewal_earlier({ day: until }));
    await call.db
      .update(agency)
      .set({ status: "active", agreementUntil: row.toDay, rowVersion: sql`${agency.rowVersion} + 1` })
      .where(eq(agency.id, row.agencyId));
    call.audit({
      ...{ thing: "agency", thingId: row.agencyId, label: found.name },
      before: { status, agreementUntil: until },
      after: { status: "active", agreementUntil: row.toDay },
    });
  },
};

export const agreementServed = serveResource(resource, {
  table,
  references: { agencyId: agencyReference },
  commands,
  check(_call, _values, before) {
    if (before && before.status !== "draft") throw new Refusal(m.travel_agreement_fixed());
  },
});

const warnedDays = [60, 30, 7];

/** Every morning; a day that was missed is told of the next time, since one stage stands for all days up to the next. */
export const warnAgreements = jobKind({
  kind: "warnAgreements",
  title: m.travel_job_warn,
  payload: z.object({}),
  schedule: { cron: "30 7 * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.travel_job_warned({ n: rows }),
  async run(run) {
    const now = run.now();
    const today = businessDay(now);
    const rows = await run.write(async (db) => {
      const due = await rowsOf<{ id: number; name: string; day: string; days: number; stage: number }>(
        db,
        sql`
          select a.id, a.name, a.agreement_until::text as day, a.agreement_until - ${today}::date as days,
                 (select min(s) from unnest(${sql.param(warnedDays)}::int[]) s where s >= a.agreement_until - ${today}::date) as stage
          from travel_agency a
          where a.corp_code = current_setting('app.corp_code')
            and a.status in ('active', 'suspended')
            and a.agreement_until between ${today}::date and ${addDays(today, Math.max(...warnedDays))}::date
            and a.warned_for is distinct from a.agreement_until::text || ' ' || (
              select min(s) from unnest(${sql.param(warnedDays)}::int[]) s where s >= a.agreement_until - ${today}::date
            )
          order by a.agreement_until, a.id
          limit 500
        `,
      );
      for (const { id, name, day, days, stage } of due) {
        await notify(db, now, {
          to: { fun: "agencyAgreement" },
          kind: "expiry",
          title: (options) => m.travel_expiring({ name, n: days }, options),
          body: (options) => m.travel_expiring_on({ day }, options),
          link: `/travel/agencyList/${id}`,
          matter: `agreement ${id} ${day} ${stage}`,
        });
        await db
          .update(agency)
          .set({ warnedFor: `${day} ${stage}` })
          .where(eq(agency.id, id));
      }
      return due.length;
    });
    return { rows };
  },
});
