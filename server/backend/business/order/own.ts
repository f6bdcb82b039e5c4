/** What an order says in the fields that its corp has added to orders. */
import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { order } from "~/contract/order/order-lists";
import { orderOwn, orderOwnSave } from "~/contract/order/own";
import { ownOf } from "~/contract/own-fields";
import { checkFiles, holdFiles } from "../../files/use";
import { nothingChanged } from "../../kernel/audit";
import { checkedOwn, heldOwn, maskedOwn, ownFieldsOf, ownFileOptions } from "../../kernel/own-fields";
import { NotFound, Refusal } from "../../kernel/refusal";
import { lastEditor } from "../../kernel/resource-changes";
import { firstOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { orders } from "./schema";
import { visibleOrders } from "./visible";

/** What of a resource own fields ask for: orders are saved by no form of the engine. */
const subject = { ...order, thing: "order" } as never as Parameters<typeof checkedOwn>[1];

interface Row {
  id: number;
  orderNo: string;
  offline: boolean;
  rowVersion: number;
  own: Record<string, string | number>;
}

/** Orders have no version; what their own values are made of serves as one. */
async function find(call: Call, id: number, lock: boolean): Promise<Row> {
  const row = await firstOf<Row>(
    call.db,
    sql`
      select o.id, o.order_no as "orderNo", o.offline, o.own, abs(hashtext(o.own::text)::bigint)::bigint as "rowVersion"
      from orders o
      where o.id = ${id} and ${await visibleOrders(call)}
      ${lock ? sql`for update of o` : sql``}
    `,
  );
  if (!row) throw new NotFound();
  return { ...row, id: Number(row.id), rowVersion: Number(row.rowVersion) };
}

/** Beside the order on its page; nothing is asked where nothing was added. */
export async function ownOfOrder(call: Call, id: number, orderNo: string) {
  const fields = await ownFieldsOf(call, subject);
  if (fields.length === 0) return {};
  const [row] = await call.db.select({ own: orders.own }).from(orders).where(eq(orders.id, id));
  const [shown] = await maskedOwn(call, subject, [{ id, orderNo, own: row?.own ?? {} }]);
  const values = ownOf(shown) as Row["own"];
  const options = await ownFileOptions(call, fields, [{ own: values }]);
  return { own: [...fields], ownValues: values, ownOptions: options };
}

/** What an order that was placed just now says in them; checked before. */
export async function keepOwn({ db }: Call, id: number, own: Row["own"]): Promise<void> {
  if (Object.keys(own).length > 0) await db.update(orders).set({ own }).where(eq(orders.id, id));
}

/** As they stand, withdrawn ones and all: for whoever shows some of them. */
export async function ownRow({ db }: Call, id: number): Promise<{ own: Row["own"] } | undefined> {
  const [row] = await db.select({ own: orders.own }).from(orders).where(eq(orders.id, id));
  return row && { own: ownOf(row) as Row["own"] };
}

export const ownServed: Served[] = [
  serve(orderOwn, async (call, { id }) => {
    const { orderNo, offline, rowVersion, own } = await find(call, id, false);
    const fields = await ownFieldsOf(call, subject);
    const [shown] = await maskedOwn(call, subject, [{ id, orderNo, own }]);
    const options = await ownFileOptions(call, fields, [{ own }]);
    return { orderNo, offline, rowVersion, fields: [...fields], values: ownOf(shown) as Row["own"], options };
  }),
  serve(orderOwnSave, async (call, { id, rowVersion, own }) => {
    const row = await find(call, id, true);
    if (rowVersion !== undefined && rowVersion !== row.rowVersion)
      throw new Refusal(m.ops_changed_by({ name: await lastEditor(call, subject, id) }));
    const values = (await checkedOwn(call, subject, own, { id, own: row.own })) ?? row.own;
    if (JSON.stringify(values) === JSON.stringify(row.own)) {
      call.audit(nothingChanged);
      return { id };
    }
    const held = await heldOwn(call, subject, { own: values });
    await checkFiles(call, held);
    await call.db.update(orders).set({ own: values }).where(eq(orders.id, id));
    await holdFiles(call, { thing: "order", thingId: id }, held);
    call.audit({ thing: "order", thingId: id, label: row.orderNo, before: { own: row.own }, after: { own: values } });
    return { id };
  }),
];
