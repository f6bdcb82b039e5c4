/** Orders by number, or by the mobile number of whoever they are for. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { dictionariesOf } from "../../kernel/dictionaries";
import { type Finder, mobileIn, numberFits } from "../../kernel/finder";
import { yuan } from "../../kernel/money";
import { rowsOf } from "../../kernel/rows";
import { visibleOrders } from "./visible";

interface Row {
  id: number;
  orderNo: string;
  offline: boolean;
  state: string;
  visitDay: string;
  payable: number;
}

export const findsOrders: Finder = {
  title: m.system_thing_order,
  funs: ["networkOrderList", "offlineOrderList", "buyTktLog"],
  thing: "order",
  id: sql`o.id`,
  match(sought) {
    const mobile = mobileIn(sought);
    return mobile === null ? numberFits(sql`o.order_no`, "OD", sought) : sql`o.contact_mobile = ${mobile}`;
  },
  async read(call, fitting, most) {
    const rows = await rowsOf<Row>(
      call.db,
      sql`
        select o.id::float8 as id, o.order_no as "orderNo", o.offline, o.state, o.visit_day::text as "visitDay",
               o.payable::float8 as payable
        from orders o
        where o.corp_code = current_setting('app.corp_code')
          and ${fitting}
          and ${await visibleOrders(call)}
        order by o.order_no desc
        limit ${most}
      `,
    );
    if (rows.length === 0) return [];
    const { orderState = [] } = await dictionariesOf(call.db, ["orderState"], call.locale);
    const stateOf = (state: string) => orderState.find(({ value }) => value === state)?.label ?? "";
    return rows.map(({ id, orderNo, offline, state, visitDay, payable }) => ({
      id,
      name: orderNo,
      hint: [stateOf(state), `¥${yuan(payable)}`, visitDay].filter(Boolean).join(" · "),
      to: `/${offline ? "offline" : "network"}OrderDetail?id=${id}`,
    }));
  },
};

interface OfOrder {
  id: number;
  number: string;
  orderId: number;
  orderNo: string;
  offline: boolean;
  state: string;
  amount: number;
}

/** What leads to its order: a refund by its number, a payment by what the payment company knows it by. */
const ofOrder = (
  one: Pick<Finder, "title" | "funs" | "thing" | "match"> & {
    alias: string;
    table: string;
    number: string;
    states: string;
  },
): Finder => ({
  ...{ title: one.title, funs: one.funs, thing: one.thing, match: one.match },
  id: sql.raw(`${one.alias}.id`),
  async read(call, fitting, most) {
    const own = (column: string) => sql.raw(`${one.alias}.${column}`);
    const rows = await rowsOf<OfOrder>(
      call.db,
      sql`
        select ${own("id")}::float8 as id, ${own(one.number)} as number, o.id::float8 as "orderId",
               o.order_no as "orderNo", o.offline, ${own("state")} as state, ${own("amount")}::float8 as amount
        from ${sql.raw(`${one.table} ${one.alias}`)}
        join orders o on o.corp_code = ${own("corp_code")} and o.id = ${own("order_id")}
        where ${own("corp_code")} = current_setting('app.corp_code')
          and ${fitting}
          and ${await visibleOrders(call)}
        order by ${own("id")} desc
        limit ${most}
      `,
    );
    if (rows.length === 0) return [];
    const { [one.states]: states = [] } =
      one.states === "" ? {} : await dictionariesOf(call.db, [one.states], call.locale);
    return rows.map(({ id, number, orderId, orderNo, offline, state, amount }) => ({
      id,
      name: number,
      hint: [states.find(({ value }) => value === state)?.label ?? "", `¥${yuan(amount)}`, orderNo]
        .filter(Boolean)
        .join(" · "),
      to: `/${offline ? "offline" : "network"}OrderDetail?id=${orderId}`,
    }));
  },
});

export const findsRefunds = ofOrder({
  ...{ title: m.find_refunds, funs: ["refundList", "networkOrderList", "offlineOrderList"], thing: "refund" },
  ...{ alias: "r", table: "refund", number: "refund_no", states: "refundState" },
  match: (sought) => (mobileIn(sought) === null ? numberFits(sql`r.refund_no`, "RF", sought) : null),
});

export const findsPayments = ofOrder({
  ...{ title: m.find_payments, funs: ["networkOrderList", "offlineOrderList"], thing: "payAttempt" },
  ...{ alias: "a", table: "pay_attempt", number: "out_trade_no", states: "" },
  match: ({ text }) => (/^[A-Za-z0-9_-]{12,64}$/.test(text) ? sql`a.out_trade_no = ${text}` : null),
});
