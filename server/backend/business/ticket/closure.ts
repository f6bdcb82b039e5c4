/** Closures: put in force, settled, taken back, lifted. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import { closureOrder, closure as resource } from "~/contract/ticket/closure";
import { businessDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { enqueueFor } from "../../kernel/enqueue";
import { yuan } from "../../kernel/money";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend, Values } from "../../kernel/resource-backend";
import { rowsOf } from "../../kernel/rows";
import { ofEverybody } from "../../kernel/scope";
import type { Call } from "../../kernel/served";
import { joinOrder, orderOfNo } from "../order/query-parts";
import { closureById, countStates, countTouched, listTouched } from "./closure-orders";
import { parkReference } from "./park";
import { ticketType } from "./schema";
import { closureOrder as orders, closure as table } from "./visit-schema";

type Closure = ResourceRow<typeof resource>;

dependsOn("park", { table, by: table.parkId, name: table.reason, words: m.closure_dep });
dependsOn("ticketType", { table, by: table.ticketTypeId, name: table.reason, words: m.closure_dep });
dependsOn("closure", { table: orders, by: orders.closureId, words: m.closure_dep_orders });

const commands: CommandsBackend<typeof resource> = {
  async enforce(call, row) {
    const closure = await closureById(call.db, row.id);
    if (!closure) throw new Error("the row is locked");
    const touched = await ofEverybody(call, async () => {
      await listTouched(call.db, closure);
      return countTouched(call.db, closure);
    });
    return { set: { ...touched }, notice: m.closure_in_force_note({ ...touched, amount: yuan(touched.amount) }) };
  },
  settle: {
    mayNot: whyNotSettle,
    async approval(call, { id }, { treatment }) {
      const states = await ofEverybody(call, () => countStates(call.db, [id]));
      const open = states.filter(({ state }) => state === "waiting" || state === "failed");
      return { amount: treatment === "refund" ? open.reduce((sum, { amount }) => sum + Number(amount), 0) : 0 };
    },
    async run(call, row, { treatment, toDay }) {
      if (treatment !== "refund") checkDay(call, row, toDay ?? "");
      const n = await countOpen(call, row.id);
      // What could not be settled in one way may be in another.
      await call.db.execute(sql`
        update closure_order set state = 'waiting', note = null where closure_id = ${row.id} and state = 'failed'
      `);
      const payload = { closureId: row.id, treatment, toDay: toDay ?? "" };
      const jobId = await enqueueFor(call, { kind: "settleClosure", payload });
      return { set: { treatment, toDay: toDay ?? null, jobId }, notice: m.closure_started({ n }) };
    },
  },
  undo: {
    mayNot: whyNotUndo,
    async run(call, { id }) {
      const states = await countStates(call.db, [id]);
      const n = states.filter(({ state }) => state === "moved" || state === "prolonged");
      const jobId = await enqueueFor(call, { kind: "undoClosure", payload: { closureId: id } });
      const moved = n.reduce((sum, { orders: some }) => sum + some, 0);
      return { set: { jobId }, notice: m.closure_undo_started({ n: moved }) };
    },
  },
};

export const closureServed = [
  ...serveResource(resource, {
    table,
    references: {
      parkId: parkReference,
      ticketTypeId: { table: ticketType, name: ticketType.name },
    },
    check: checkClosure,
    commands,
  }),
  ...serveResource(closureOrder, {
    table: orders,
    references: { closureId: { table, name: table.reason } },
    query: {
      from: "closure_order c",
      joins: sql.raw(joinOrder("c")),
      columns: {
        orderNo: sql`o.order_no`,
        visitDay: sql`o.visit_day`,
        contactName: sql`o.contact_name`,
        contactMobile: sql`o.contact_mobile`,
        offline: sql`o.offline::int`,
      },
      filters: { orderNo: (orderNo: string) => sql`c.order_id = ${orderOfNo(orderNo)}` },
    },
  }),
];

async function checkClosure(call: Call, values: Values, before: Values | null): Promise<void> {
  if (before && before.status !== "draft") throw new Refusal(m.closure_fixed());
  const { parkId, ticketTypeId, firstDay } = { ...before, ...values };
  if (firstDay !== before?.firstDay && String(firstDay) < businessDay(call.now))
    throw new Invalid({ firstDay: [m.closure_day_past()] });
  if (ticketTypeId === null || ticketTypeId === undefined) return;
  const [type] = await rowsOf<{ parkId: number }>(
    call.db,
    sql`select park_id as "parkId" from ticket_type where id = ${Number(ticketTypeId)}`,
  );
  if (type && type.parkId !== parkId) throw new Invalid({ ticketTypeId: [m.closure_other_park()] });
}

function checkDay({ now }: Call, { firstDay, lastDay }: Closure, toDay: string): void {
  if (toDay < businessDay(now)) throw new Invalid({ toDay: [m.closure_to_day_past()] });
  if (firstDay <= toDay && toDay <= lastDay) throw new Invalid({ toDay: [m.closure_to_day_closed({ day: toDay })] });
}

async function countOpen({ db }: Call, id: number): Promise<number> {
  const states = await countStates(db, [id]);
  return states
    .filter(({ state }) => state === "waiting" || state === "failed")
    .reduce((sum, { orders: some }) => sum + some, 0);
}

/** Work that waits or runs for one of them. */
async function busyOf({ db }: Call, rows: readonly Closure[]): Promise<Set<number>> {
  const asked = rows.flatMap(({ jobId }) => jobId ?? []);
  const found = await rowsOf<{ id: number }>(
    db,
    sql`select id from job where id = any (${sql.param(asked)}::bigint[]) and state in ('waiting', 'running')`,
  );
  return new Set(found.map(({ id }) => Number(id)));
}

async function whyNotSettle(call: Call, rows: readonly Closure[]): Promise<(string | null)[]> {
  const busy = await busyOf(call, rows);
  const states = await countStates(
    call.db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, jobId }) => {
    if (jobId !== null && busy.has(jobId)) return m.closure_busy();
    const open = states.some((one) => one.closureId === id && (one.state === "waiting" || one.state === "failed"));
    return open ? null : m.closure_nothing_left();
  });
}

async function whyNotUndo(call: Call, rows: readonly Closure[]): Promise<(string | null)[]> {
  const states = await countStates(
    call.db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id }) => {
    const own = states.filter((one) => one.closureId === id);
    const back = own.find(({ state }) => state === "refunded");
    if (back) return m.closure_paid_back({ n: back.orders });
    return own.some(({ state }) => state === "moved" || state === "prolonged") ? null : m.closure_nothing_to_undo();
  });
}
