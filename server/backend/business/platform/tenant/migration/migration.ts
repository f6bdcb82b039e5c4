/** Data migration as head office calls it: the dry run, the start, how far it is, resuming, taking back. */
import { and, eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import * as contract from "~/contract/tenant/migration";
import { stamp } from "../../../../kernel/business-time";
import { enqueueFor } from "../../../../kernel/enqueue";
import { nounOf, type Portable, withReferred } from "../../../../kernel/portable";
import type { Outcome, Plan, Worlds } from "../../../../kernel/portable-plan";
import { Invalid, NotFound, Refusal } from "../../../../kernel/refusal";
import { serveResource } from "../../../../kernel/resource";
import type { CommandsBackend } from "../../../../kernel/resource-backend";
import { rowsOf } from "../../../../kernel/rows";
import { admitting, type Call, type Served, serve } from "../../../../kernel/served";
import { admitHeadOffice } from "../head-office";
import { dataMigrationItem as items, dataMigration as table } from "./schema";
import { type Party, partiesOf, refuseParties, tenantsOf } from "./tenants";
import { takeBack } from "./undo";
import { countsOf, labels, tellerOf } from "./words";
import { plansOf } from "./worlds";

/** Of each outcome but "the same" so many are shown in the dry run, and so many in all of one look at a run. */
const shown = { plan: 20, run: 200 };

type Migration = ResourceRow<typeof contract.dataMigration>;

const movable = (portables: readonly Portable[]) => portables.filter(({ anchor }) => !anchor);

function chosenKinds(portables: readonly Portable[], kinds: readonly string[]): string[] {
  const known = movable(portables).map(nounOf);
  if (!kinds.every((kind) => known.includes(kind))) throw new Invalid({ kinds: [m.v_option()] });
  const along = portables.flatMap((one) => (kinds.includes(nounOf(one)) ? (one.along ?? []) : []));
  return known.filter((noun) => kinds.includes(noun) || along.includes(noun));
}

const planMethod = (portables: readonly Portable[]) =>
  serve(contract.dataMigrationPlan, async (call, { sourceId, targetId, kinds, takes, places }) => {
    const tenants = await tenantsOf(call);
    const choices = {
      tenants,
      kinds: movable(portables).map((one) => ({
        kind: nounOf(one),
        label: labels(portables)(nounOf(one)),
        note: one.note?.() ?? "",
        takes: one.takeOver ?? false,
      })),
    };
    const chosen = chosenKinds(portables, kinds);
    const parties = targetId === undefined ? null : partiesOf(tenants, sourceId, targetId);
    const [from, to] = [parties?.source.name ?? "", parties?.target.name ?? ""];
    if (!parties || chosen.length === 0) return { ...choices, missing: [], plan: [], planned: false, from, to };
    refuseParties(parties);
    const { worlds, plans } = await plansOf(call, portables, wantedOf(parties, { kinds: chosen, takes, places }));
    return {
      ...{ ...choices, from, to, planned: true },
      missing: missingAnchors(portables, worlds, chosen),
      plan: await toldPlan(call, portables, plans),
    };
  });

interface Chosen {
  kinds: readonly string[];
  takes: readonly string[];
  places: readonly { kind: string; id: number }[];
}

const wantedOf = ({ source, target }: { source: Party; target: Party }, chosen: Chosen) => ({
  ...chosen,
  sourceCode: source.code,
  targetCode: target.code,
});

/** Parks of the source that the target does not have under the same code; told also when another one stands for them. */
function missingAnchors(portables: readonly Portable[], { source, target }: Worlds, kinds: readonly string[]) {
  return withReferred(portables, kinds)
    .filter(({ anchor }) => anchor)
    .map((portable) => {
      const kind = nounOf(portable);
      const there = target.get(kind)?.entries ?? [];
      const own = (row: { row: Readonly<Record<string, unknown>> }) =>
        portable.key.map((column) => String(row.row[column] ?? "").toLowerCase()).join("\u0001");
      const keys = new Set(there.map(own));
      const names = (source.get(kind)?.entries ?? []).filter((entry) => !keys.has(own(entry))).map(({ name }) => name);
      return {
        ...{ kind, label: portable.resource.title(), names: names.slice(0, shown.plan) },
        choices: there.map(({ id, name }) => ({ id, name })),
      };
    })
    .filter(({ names }) => names.length > 0);
}

async function toldPlan(call: Call, portables: readonly Portable[], plans: readonly Plan[]) {
  const label = labels(portables);
  const whys = plans.flatMap(({ rows }) => rows.map(({ why }) => why));
  const tell = await tellerOf(call, portables, whys);
  return plans.map(({ noun, rows }) => ({
    ...{ kind: noun, label: label(noun), note: portables.find((one) => nounOf(one) === noun)?.note?.() ?? "" },
    counts: countsOf(rows.map(({ outcome }) => outcome)),
    rows: contract.outcomes
      .filter((outcome) => outcome !== "same")
      .flatMap((wanted) =>
        rows
          .filter(({ outcome }) => outcome === wanted)
          .slice(0, shown.plan)
          .map(({ source, outcome, why }) => ({ name: source.name, outcome, why: tell(noun, outcome, why) })),
      ),
  }));
}

const start = (portables: readonly Portable[]) =>
  serve(contract.dataMigrationStart, async (call, { sourceId, targetId, kinds, takes, places }) => {
    const { db, caller, now } = call;
    const parties = partiesOf(await tenantsOf(call), sourceId, targetId);
    refuseParties(parties);
    const chosen = chosenKinds(portables, kinds);
    if (chosen.length === 0) throw new Invalid({ kinds: [m.migration_no_kinds()] });
    // One run at a time into a tenant: who starts another waits here, and is refused then.
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('data migration ' || ${parties.target.code}))`);
    const [busy] = await db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.toCode, parties.target.code), eq(table.status, "running")));
    if (busy) throw new Refusal(m.migration_busy({ name: parties.target.name }));
    const { plans } = await plansOf(call, portables, wantedOf(parties, { kinds: chosen, takes, places }));
    const outcomes = plans.flatMap(({ rows }) => rows.map(({ outcome }) => outcome));
    const { made, taken } = countsOf(outcomes);
    if (made + taken === 0) throw new Refusal(m.migration_nothing());
    const { source, target } = parties;
    const [row] = await db
      .insert(table)
      .values({
        ...{ fromCode: source.code, fromName: source.name, toCode: target.code, toName: target.name },
        ...{ kinds: chosen, takes: [...takes], places: [...places], total: outcomes.length },
        ...{ startedBy: caller.name, startedAt: stamp(now) },
      })
      .returning({ id: table.id });
    if (!row) throw new Error("an insert answers its row");
    const jobId = await enqueueFor(call, { kind: "migrateData", payload: { migrationId: row.id } });
    await db.update(table).set({ jobId }).where(eq(table.id, row.id));
    call.audit({
      ...{ thing: "dataMigration", thingId: row.id, label: target.name },
      after: { from: source.code, to: target.code, kinds: chosen, takes },
      // Its time line says that it was made.
      by: contract.dataMigration.methods.save,
    });
    return { id: row.id };
  });

interface Job {
  id: number;
  state: string;
  error: string;
}

async function jobsOf({ db }: Call, ids: readonly (number | null)[]): Promise<Map<number, Job>> {
  const asked = ids.filter((id) => id !== null);
  const found = await rowsOf<Job>(
    db,
    sql`select id::int as id, state, coalesce(error, '') as error from job where id = any (${sql.param(asked)}::bigint[])`,
  );
  return new Map(found.map((one) => [Number(one.id), one]));
}

const isLive = (job: Job | undefined) => job?.state === "waiting" || job?.state === "running";

/** While it works, it is neither resumed nor taken back. */
async function whyBusy(call: Call, rows: readonly Migration[]): Promise<(string | null)[]> {
  const ids = rows.map(({ jobId }) => jobId);
  const jobs = await jobsOf(call, ids);
  return rows.map(({ status, jobId }) =>
    status === "running" && isLive(jobs.get(Number(jobId))) ? m.migration_under_way() : null,
  );
}

const commands = (portables: readonly Portable[]): CommandsBackend<typeof contract.dataMigration> => ({
  resume: {
    mayNot: whyBusy,
    async run(call, { id }) {
      const jobId = await enqueueFor(call, { kind: "migrateData", payload: { migrationId: id } });
      return { set: { jobId } };
    },
  },
  undo: {
    mayNot: whyBusy,
    async run(call, row) {
      const n = await takeBack(call, portables, row);
      return {
        set: { undoneBy: call.caller.name, undoneAt: stamp(call.now) },
        notice: m.migration_undone({ n }),
      };
    },
  },
});

const look = (portables: readonly Portable[]) =>
  serve(contract.dataMigrationRun, async (call, { id, kind, outcome }) => {
    const { db } = call;
    const [row] = await db.select().from(table).where(eq(table.id, id));
    if (!row) throw new NotFound();
    const job = (await jobsOf(call, [row.jobId])).get(Number(row.jobId));
    const counted = await rowsOf<{ kind: string; outcome: Outcome; n: number }>(
      db,
      sql`
        select kind, outcome, count(*)::int as n from data_migration_item where migration_id = ${id} group by 1, 2
      `,
    );
    const of = (noun: string) => {
      const counts = countsOf([]);
      for (const one of counted.filter((some) => some.kind === noun)) counts[one.outcome] += one.n;
      return counts;
    };
    const listed = await db
      .select()
      .from(items)
      .where(
        sql`migration_id = ${id}
          and ${kind ? sql`kind = ${kind}` : sql`true`}
          and ${outcome ? sql`outcome = ${outcome}` : sql`outcome <> 'same'`}`,
      )
      .orderBy(items.id)
      .limit(shown.run + 1);
    const tell = await tellerOf(
      call,
      portables,
      listed.map(({ why }) => why),
    );
    const label = labels(portables);
    const rows = listed.slice(0, shown.run).map((one) => {
      const became = one.outcome as Outcome;
      return { label: label(one.kind), name: one.name, outcome: became, why: tell(one.kind, became, one.why) };
    });
    const done = counted.reduce((sum, { n }) => sum + n, 0);
    return {
      state: stateOf(row.status, job),
      error: job?.state === "failed" ? job.error : "",
      done,
      total: Math.max(done, row.total),
      kinds: row.kinds.map((noun) => {
        const counts = of(noun);
        const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
        return { kind: noun, label: label(noun), total, counts };
      }),
      rows,
      capped: listed.length > shown.run,
    };
  });

function stateOf(status: string, job: Job | undefined): contract.MigrationRun["state"] {
  if (status === "done" || status === "undone") return status;
  if (job?.state === "waiting" || job?.state === "running") return job.state;
  return "stopped";
}

export const migrationServed = (portables: readonly Portable[]): Served[] => [
  ...serveResource(contract.dataMigration, { table, commands: commands(portables), admit: admitHeadOffice }),
  ...admitting([planMethod(portables), start(portables), look(portables)], admitHeadOffice),
];
