/**
 * Exports that come by themselves. Each morning those that are due are put in as exports of their owner: with the rights and
 * the scope that the owner has by then. Who may no longer see the list is told so, once, and the plan stops.
 */
import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { exportPayload } from "~/contract/export";
import { type Locale, m } from "~/contract/messages";
import {
  type ExportRhythm,
  exportPlanAdd,
  exportPlanRemove,
  exportPlans,
  exportWays,
  mostPlans,
} from "~/contract/platform/export-plan";
import { localeStorage } from "~/i18n/locale.server";
import { type JobKind, type JobRun, jobKind } from "../jobs/kind";
import { mayCall, standIn } from "../jobs/stand-in";
import { businessDay, stamp } from "../kernel/business-time";
import { enqueue } from "../kernel/enqueue";
import { fileLetters, fileStores } from "../kernel/file-letters";
import { lackingRight } from "../kernel/lacking-right";
import { notify } from "../kernel/notify";
import { Forbidden, NotFound, Refusal } from "../kernel/refusal";
import { rowsOf } from "../kernel/rows";
import { type Call, type Served, serve } from "../kernel/served";
import { forgetPlan, lastExport } from "./last-export";
import { dayAfter, filtersFor, isOfDays } from "./plan-days";
import { exportPlan as table } from "./plan-schema";

type Source = Served & { source: NonNullable<Served["source"]> };

const sourcesOf = (served: readonly Served[]): ReadonlyMap<string, Source> =>
  new Map<string, Source>(
    served.flatMap((one) =>
      one.source ? [[`${one.method.business}/${one.method.name}`, one as Source] as const] : [],
    ),
  );

const mostDue = 500;

interface Due {
  id: number;
  accountId: number;
  accountName: string | null;
  business: string;
  method: string;
  asked: unknown;
  rhythm: ExportRhythm;
  byMail: boolean;
  storeId: number | null;
  locale: Locale;
}

export function exportPlansKind(served: readonly Served[]): JobKind {
  const sources = sourcesOf(served);
  return jobKind({
    kind: "exportPlans",
    title: m.jobs_plan_kind,
    payload: z.object({}),
    schedule: { cron: "30 5 * * *", of: "everyCorp" },
    outcome: ({ rows = 0 }) => m.jobs_plan_outcome({ n: rows }),
    async run(run) {
      const today = businessDay(run.now());
      const due = await run.read((tx) =>
        rowsOf<Due>(
          tx,
          sql`
            select p.id::float8 as id, p.account_id::float8 as "accountId", a.name as "accountName", p.business, p.method,
                   p.asked, p.rhythm, p.by_mail as "byMail",
                   p.export_store_id::float8 as "storeId", p.locale
            from export_plan p
            left join account a on a.corp_code = p.corp_code and a.id = p.account_id and a.status = 'T'
            where p.corp_code = current_setting('app.corp_code') and p.stopped = '' and p.next_day <= ${today}::date
            order by p.id
            limit ${mostDue}
          `,
        ),
      );
      let rows = 0;
      for (const plan of due) {
        const found = sources.get(`${plan.business}/${plan.method}`);
        if (await localeStorage.run(plan.locale, () => putIn(run, plan, found, today))) rows += 1;
        await run.progress(rows, due.length);
      }
      return { rows };
    },
  });
}

/** One plan, in one transaction: the export and the next day, or the end of the plan. */
async function putIn(run: JobRun, plan: Due, found: Source | undefined, today: string): Promise<boolean> {
  const { id, accountId, accountName, rhythm, locale } = plan;
  return run.write(async (tx) => {
    const [still] = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.id, id), eq(table.stopped, ""), sql`${table.nextDay} <= ${today}::date`))
      .for("update");
    if (!still) return false;
    const why = accountName === null ? m.jobs_plan_account() : await whyStopped(run, tx, plan, found);
    if (why !== "") {
      await tx
        .update(table)
        .set({ stopped: why.slice(0, 300) })
        .where(eq(table.id, id));
      const title = found?.source.title() ?? "";
      await notify(tx, run.now(), {
        to: { accounts: [accountId] },
        kind: "task",
        title: (options) => m.jobs_plan_stopped({ title }, options),
        body: () => why,
        link: "/exports/plans",
        matter: `exportPlan-${id}`,
      });
      return false;
    }
    const asked = exportPayload.parse(plan.asked);
    const jobId = await enqueue(tx, {
      kind: "export",
      payload: {
        ...{ business: plan.business, method: plan.method },
        asked: { ...asked, filters: filtersFor(asked.filters, today, rhythm) },
        ...(plan.byMail && { byMail: true }),
        ...(plan.storeId !== null && { storeId: plan.storeId }),
        planId: id,
      },
      ...{ accountId, accountName: accountName ?? "", locale },
    });
    await tx
      .update(table)
      .set({ nextDay: dayAfter(today, rhythm), lastJobId: jobId, lastAt: run.now() })
      .where(eq(table.id, id));
    return true;
  });
}

async function whyStopped(
  run: JobRun,
  tx: Call["db"],
  { accountId, accountName }: Due,
  found: Source | undefined,
): Promise<string> {
  if (!found) return m.jobs_plan_gone();
  try {
    await standIn(run, tx, found.method.access, { accountId, accountName: accountName ?? "" });
    return "";
  } catch (error) {
    if (error instanceof Forbidden) return error.message;
    throw error;
  }
}

export function exportPlansServed(served: readonly Served[]): Served[] {
  const sources = sourcesOf(served);
  return [
    serve(exportPlanAdd, async (call, { list, asked, rhythm, byMail, storeId }) => {
      const { db, caller, now, locale } = call;
      const found = sources.get(list);
      if (!found) throw new NotFound();
      const { business, name: method } = found.method;
      const { access } = found.method;
      if (!(await mayCall(call, access)))
        throw new Forbidden(await lackingRight(db, { userId: caller.userId, access }));
      if (asked.changed) {
        if (!(await found.source.tellsChanges?.(call))) throw new Refusal(m.jobs_export_changed_no());
        // A row that was written long before its day would never come.
        if (Object.values(asked.filters).some(isOfDays)) throw new Refusal(m.jobs_plan_changed_days());
      }
      if (byMail && !(await fileLetters()?.address(db, caller.userId))) throw new Refusal(m.jobs_plan_no_mailbox());
      const stores = storeId === undefined ? [] : ((await fileStores()?.stores(db)) ?? []);
      if (storeId !== undefined && !stores.some((one) => one.id === storeId)) throw new Refusal(m.jobs_plan_no_store());
      // Two at once are counted one after the other.
      await db.execute(sql`select pg_advisory_xact_lock(hashtext('export plans ' || ${String(caller.userId)}))`);
      const own = await db.select({ id: table.id }).from(table).where(eq(table.accountId, caller.userId));
      if (own.length >= mostPlans) throw new Refusal(m.jobs_plan_too_many({ n: mostPlans }));
      const nextDay = dayAfter(businessDay(now), rhythm);
      const [made] = await db
        .insert(table)
        .values({
          accountId: caller.userId,
          business,
          method,
          asked,
          rhythm,
          byMail,
          storeId: storeId ?? null,
          locale,
          nextDay,
        })
        .returning({ id: table.id });
      if (!made) throw new Error("an insert answers its row");
      call.audit({
        thing: "exportPlan",
        thingId: made.id,
        label: found.source.title(),
        after: { rhythm, nextDay, ...(byMail && { byMail }) },
      });
      return { id: made.id, nextDay };
    }),
    serve(exportWays, async (call, { list, filters }) => {
      const { db, caller } = call;
      const tells = list !== undefined && (await sources.get(list)?.source.tellsChanges?.(call));
      const last = tells ? await lastExport(db, { accountId: caller.userId, list, filters, planId: 0 }) : null;
      return {
        address: (await fileLetters()?.address(db, caller.userId)) ?? "",
        stores: (await fileStores()?.stores(db)) ?? [],
        lastExport: tells ? (last ? stamp(last.at) : "") : null,
      };
    }),
    serve(exportPlans, async ({ db, caller }) => {
      const rows = await db
        .select()
        .from(table)
        .where(eq(table.accountId, caller.userId))
        .orderBy(asc(table.id))
        .limit(mostPlans);
      const stores = rows.some(({ storeId }) => storeId !== null) ? ((await fileStores()?.stores(db)) ?? []) : [];
      return {
        plans: rows.map(
          ({ id, business, method, asked, rhythm, byMail, storeId, nextDay, lastJobId, lastAt, stopped }) => {
            const { format, filters, changed = false } = exportPayload.parse(asked);
            return {
              ...{
                id,
                title: sources.get(`${business}/${method}`)?.source.title() ?? "",
                rhythm,
                byMail,
                store: stores.find((one) => one.id === storeId)?.name ?? "",
                format,
                changed,
                lastJobId,
                stopped,
              },
              filters: Object.keys(filters).length,
              nextDay: stopped === "" ? nextDay : "",
              lastAt: lastAt ? stamp(lastAt) : "",
            };
          },
        ),
      };
    }),
    serve(exportPlanRemove, async (call, { id }) => {
      const { db, caller } = call;
      const [gone] = await db
        .delete(table)
        .where(and(eq(table.id, id), eq(table.accountId, caller.userId)))
        .returning();
      if (!gone) throw new NotFound();
      await forgetPlan(db, id);
      const title = sources.get(`${gone.business}/${gone.method}`)?.source.title() ?? "";
      call.audit({ thing: "exportPlan", thingId: id, label: title, before: { rhythm: gone.rhythm } });
      return { id };
    }),
  ];
}
