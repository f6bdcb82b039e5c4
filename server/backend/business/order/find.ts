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
