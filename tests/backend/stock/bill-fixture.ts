/** Warehouses, items and bills to test with, made through the methods that staff use. */
import { stockIn, stockOut, stockWriteOff } from "~/contract/stock/bill";
import { stockItem, stockStore } from "~/contract/stock/store";
import type { TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";

export interface Line {
  itemId: number;
  quantity: number;
  amount?: number;
  serials?: string;
}

export const bills = { in: stockIn, out: stockOut, writeOff: stockWriteOff } as const;
export type BillOf = keyof typeof bills;

const ofKind = { listInBillsRecord: "stockIn", listOutBillsRecord: "stockOut", pageStoInvaldMes: "stockWriteOff" };

/** Another person, who sees bills of every kind and approves them; answers the token. */
export async function approver(backend: TestBackend, more: readonly string[] = []): Promise<string> {
  const grants = Object.entries(ofKind).flatMap(([fun, noun]) => [fun, `${fun}/${noun}:approve`]);
  return (await backend.createUser({ grants: [...grants, ...more] })).token;
}

/** `second` is the token of another person, who approves. */
export function stockOf(backend: TestBackend, second: string) {
  const store = (parkId: number) =>
    backend.saved(stockStore.methods.save, { code: fresh("WH"), name: fresh("仓库"), parkId });
  const item = (fields: Record<string, unknown> = {}) =>
    backend.saved(stockItem.methods.save, {
      code: fresh("IT"),
      name: fresh("物品"),
      kind: "goods",
      unit: "箱",
      ...fields,
    });
  const save = (of: BillOf, storeId: number, goods: Line[], fields: Record<string, unknown> = {}) => {
    const kind = { in: "purchase", out: "use", writeOff: "damaged" }[of];
    return backend.saved(bills[of].methods.save as typeof stockIn.methods.save, { kind, storeId, goods, ...fields });
  };
  /** Submitted and approved by another. */
  const ready = async (of: BillOf, storeId: number, goods: Line[], fields: Record<string, unknown> = {}) => {
    const id = await save(of, storeId, goods, fields);
    await backend.call(bills[of].methods.submit, { id });
    await backend.call(bills[of].methods.approve, { id }, { as: second });
    return id;
  };
  const post = (of: BillOf, id: number) => backend.call(bills[of].methods.post, { id });
  const posted = async (of: BillOf, storeId: number, goods: Line[], fields: Record<string, unknown> = {}) => {
    const id = await ready(of, storeId, goods, fields);
    const answer = await post(of, id);
    if (!answer.success) throw new Error(answer.message);
    return id;
  };
  const has = async (storeId: number, itemId: number) => {
    const [row] = await backend.sql(
      `select a.quantity::int as quantity, a.transit::int as transit, v.amount::int as amount, v.transit::int as "transitAmount"
       from stock_account a join stock_value v on v.corp_code = a.corp_code and v.store_id = a.store_id and v.item_id = a.item_id
       where a.store_id = $1 and a.item_id = $2`,
      [storeId, itemId],
    );
    return row;
  };
  return { store, item, save, ready, post, posted, has };
}
