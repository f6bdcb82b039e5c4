/** Repairs of an order: one at a time, each with its reason, told on the order's time line. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { getRepair, repairOrder } from "~/contract/order/repair";
import type { RepairAction } from "~/contract/order/repair-actions";
import { stamp } from "../../../kernel/business-time";
import { yuan } from "../../../kernel/money";
import { Invalid, Refusal } from "../../../kernel/refusal";
import { firstOf, rowsOf } from "../../../kernel/rows";
import { ofEverybody } from "../../../kernel/scope";
import { type Call, type Served, serve, serveAfter } from "../../../kernel/served";
import { tellMoments } from "../../../kernel/time-line";
import { hearOf } from "../payment/gateway/served";
import { settle } from "../payment/gateway/settle";
import { type Sellable, sellableOf } from "../sellable";
import { actionsOf, type Looked, lookAt, missingOf, usable, whyNot } from "./look";

/** As they are kept: of each action its own. */
interface Facts {
  pieces?: number;
  mobile?: string;
  paid?: number;
  refunded?: number;
  stated?: number;
  lines?: number;
}

/** What came of it, in the caller's language. */
function say(action: RepairAction, facts: Facts): string {
  const { pieces = 0, mobile = "", paid = 0, refunded = 0, stated = 0, lines = 0 } = facts;
  const booked = { paid: yuan(paid), refunded: yuan(refunded) };
  const told = {
    reissue: () => m.repair_done_reissue({ n: pieces }),
    resend: () => m.repair_done_resend({ n: pieces, mobile }),
    askPayment: () =>
      lines > 0 ? m.repair_done_asked({ ...booked, n: lines, stated: yuan(stated) }) : m.repair_done_asked_none(booked),
    close: () => m.repair_done_close(),
  };
  return told[action]();
}

const named = {
  reissue: m.repair_reissue,
  resend: m.repair_resend,
  askPayment: m.repair_ask_payment,
  close: m.repair_close,
} as const;

interface Repaired {
  at: string;
  action: RepairAction;
  by: string;
  reason: string;
  facts: Facts;
}

const repairsOf = ({ db }: Pick<Call, "db">, orderId: number, most: number) =>
  rowsOf<Repaired>(
    db,
    sql`
      select at, action, account_name as by, reason, facts
      from order_repair
      where order_id = ${orderId}
      order by id desc
      limit ${most}
    `,
  );

export const tellRepairs = () =>
  tellMoments(
    "order",
    "repairs",
    async (call, orderId, most) =>
      (await repairsOf(call, orderId, most)).map(({ at, action, by, reason, facts }) => ({
        at: new Date(at),
        by,
        title: m.repair_told({ by, action: named[action]() }),
        detail: [say(action, facts), reason].join(" · "),
        tone: action === "close" ? ("bad" as const) : ("calm" as const),
      })),
    ["repair"],
  );

/** `look`: how the order is read that is about to be repaired. */
export const repairServed = (sellables: readonly Sellable[], look: typeof lookAt = lookAt): Served[] => [
  serve(getRepair, async (call, { orderNo }) => {
    const order = await lookAt(call, sellables, { orderNo }, false);
    const { id, offline, state, paid, refunded, quantity, pieces } = order;
    const open = await firstOf<{ n: number }>(
      call.db,
      sql`select count(*)::int as n from abnormal_record where order_id = ${id} and state = 'open'`,
    );
    const repairs = await repairsOf(call, id, 50);
    return {
      order: { id, orderNo: order.orderNo, offline, state, paid, refunded, quantity, issued: pieces.length },
      actions: actionsOf(call, sellables, order),
      open: open?.n ?? 0,
      repairs: repairs.map(({ at, action, by, reason, facts }) => ({
        ...{ at: stamp(new Date(at)), action, by, reason, outcome: say(action, facts) },
      })),
    };
  }),
  serveAfter(
    repairOrder,
    (before, { orderId, action }) => (action === "askPayment" ? hearOf(before, orderId) : Promise.resolve(null)),
    (call, payload, heard) =>
      ofEverybody(call, async () => {
        // What the company says is written first: the repair tells how the order stands then.
        if (heard) await settle(call, sellables, heard.id, heard.heard);
        return repair(call, sellables, payload, look);
      }),
  ),
];

/** The order is locked: of two who press at once the second finds what the first has done. */
async function repair(
  call: Call,
  sellables: readonly Sellable[],
  { orderId, action, reason }: ParsedPayloadOf<typeof repairOrder>,
  look: typeof lookAt,
) {
  if (reason === "") throw new Invalid({ reason: [m.repair_reason_required()] });
  const order = await look(call, sellables, { id: orderId }, true);
  const no = whyNot(call, sellables, order, action);
  if (no !== "") throw new Refusal(no);
  const facts = await acts[action](call, sellables, order);
  await call.db.execute(sql`
    insert into order_repair (at, order_id, action, reason, facts, account_id, account_name)
    values (${call.now.toISOString()}::timestamptz, ${order.id}, ${action}, ${reason}, ${JSON.stringify(facts)}::jsonb,
            ${call.caller.userId}, ${call.caller.name})
  `);
  call.audit({ thing: "order", thingId: order.id, label: order.orderNo, after: { repair: action, reason } });
  return { orderNo: order.orderNo, outcome: say(action, facts) };
}

const acts: Record<RepairAction, (call: Call, sellables: readonly Sellable[], order: Looked) => Promise<Facts>> = {
  async reissue(call, sellables, order) {
    let pieces = 0;
    for (const { line, missing } of missingOf(sellables, order)) {
      const { issueAgain } = sellableOf(sellables, line.business);
      pieces += (await issueAgain?.run(call, order, line, missing)) ?? 0;
    }
    return { pieces };
  },
  async resend(call, _sellables, { orderNo, mobile, contact, visitDay, pieces }) {
    const numbers = pieces.filter(({ state }) => usable.includes(state)).map(({ ticketNo }) => ticketNo);
    const shown = numbers.slice(0, mostInText).join(m.words_comma());
    const text = m.repair_text({ orderNo, day: visitDay, n: numbers.length, numbers: shown });
    call.texts.send({ mobile, accName: contact, text, code: orderNo });
    return { pieces: numbers.length, mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` };
  },
  /** What the ledger has once a company has been asked, and what the statements say of it. */
  async askPayment(call, _sellables, { id, orderNo, paid, refunded }) {
    const said = await firstOf<{ lines: number; stated: number }>(
      call.db,
      sql`
        select count(*)::int as lines,
               coalesce(sum(case l.kind when 'refund' then -l.amount else l.amount end), 0)::bigint as stated
        from statement_line l
        where l.order_no = ${orderNo}
           or l.payment_id in (select p.id from payment p where p.order_id = ${id})
      `,
    );
    return { paid, refunded, ...said };
  },
  async close(call, sellables, order) {
    for (const line of order.lines) await sellableOf(sellables, line.business).letGo?.(call, order, line);
    await call.db.execute(sql`
      update orders
      set state = 'cancelled', updated_at = ${call.now.toISOString()}::timestamptz
      where id = ${order.id} and state = 'pending'
    `);
    return {};
  },
};

/** Ticket numbers in one message. */
const mostInText = 10;
