/** Bills: what comes in, goes out or is written off, as their lists, forms and commands. */
import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { m } from "~/contract/messages";
import { stockIn as inResource, stockWriteOff as offResource, stockOut as outResource } from "~/contract/stock/bill";
import { nextNumber } from "../../kernel/numbers";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { type CommandsBackend, isRows, type Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { Bill } from "./bill-row";
import { type BillKind, noTwin, notOwn, post, receive, reverse, valueOfBill } from "./bill-steps";
import { estimatesAlone, priceByInvoice } from "./estimates";
import { stockIn, stockInLine, stockOut, stockOutLine, stockWriteOff, stockWriteOffLine } from "./schema";
import { checkLineSerials } from "./serials";
import { itemReference, storeReference } from "./store";

const ins: BillKind = { header: stockIn, lines: stockInLine, prefix: "RK", moves: () => "in" };
const outs: BillKind = {
  ...{ header: stockOut, lines: stockOutLine, prefix: "CK" },
  moves: ({ kind }) => (kind === "transfer" ? "ship" : "out"),
};
const offs: BillKind = { header: stockWriteOff, lines: stockWriteOffLine, prefix: "BF", moves: () => "writeOff" };

/** What all kinds have alike. Of an approval it is told who gave it. */
const stepsOf = (kind: BillKind) => ({
  submit: async (call: Call, row: Bill) => ({ set: { amount: await valueOfBill(call, kind, row), reason: null } }),
  approve: { mayNot: notOwn, run: ({ caller }: Call) => ({ set: { approverName: caller.name } }) },
  reject: (_call: Call, _row: Bill, { reason }: { reason: string }) => ({ set: { reason } }),
  post: (call: Call, row: Bill) => post(call, kind, row),
  reverse: {
    mayNot: noTwin,
    run: (call: Call, row: Bill, { reason }: { reason: string }) => reverse(call, kind, row, reason),
  },
});

export const inCommands: CommandsBackend<typeof inResource> = {
  ...stepsOf(ins),
  invoice: { mayNot: estimatesAlone, run: (call, row, input) => priceByInvoice(call, ins, row, input) },
};
export const outCommands: CommandsBackend<typeof outResource> = {
  ...stepsOf(outs),
  receive: {
    mayNot: (_call: Call, rows: readonly Bill[]) =>
      rows.map(({ kind, reverses }) =>
        reverses ? m.stock_twin() : kind === "transfer" ? null : m.stock_no_transfer(),
      ),
    run: receive,
  },
};
export const offCommands: CommandsBackend<typeof offResource> = stepsOf(offs);

const references = { storeId: storeReference, "goods.itemId": itemReference };
const checked = (prefix: string) => (call: Call, values: Values, before: Values | null) =>
  check(call, prefix, values, before);

export const inBackend = {
  ...{ table: stockIn, lines: { goods: stockInLine }, references, commands: inCommands },
  ...{ check: checked("RKD"), dependents: submitted(stockIn) },
};
export const outBackend = {
  ...{ table: stockOut, lines: { goods: stockOutLine }, references: { ...references, toStoreId: storeReference } },
  ...{ commands: outCommands, check: checked("CKD"), dependents: submitted(stockOut) },
};
export const offBackend = {
  ...{ table: stockWriteOff, lines: { goods: stockWriteOffLine }, references, commands: offCommands },
  ...{ check: checked("BFD"), dependents: submitted(stockWriteOff) },
};

export const billServed = [
  ...serveResource(inResource, inBackend),
  ...serveResource(outResource, outBackend),
  ...serveResource(offResource, offBackend),
];

/** What was submitted is changed by nobody: who approves has read it as it is. */
async function check(call: Call, prefix: string, values: Values, before: Values | null): Promise<void> {
  if (before && before.status !== "draft" && before.status !== "rejected") throw new Refusal(m.stock_bill_fixed());
  const after = { ...before, ...values };
  if (after.toStoreId && after.toStoreId === after.storeId) throw new Invalid({ toStoreId: [m.stock_same_store()] });
  if (isRows(values.goods)) {
    const errors = await checkLineSerials(call, values.goods, ({ quantity }) => Number(quantity));
    if (Object.keys(errors).length > 0) throw new Invalid(errors);
  }
  if (!before) {
    values.code = nextNumber(call, prefix);
    values.makerId = call.caller.userId;
    values.makerName = call.caller.name;
  }
  if (isRows(values.goods)) values.amount = values.goods.reduce((sum, { amount }) => sum + Number(amount ?? 0), 0);
}

/** A bill that was submitted once stays, for whoever asks later what became of it. */
function submitted(table: PgTable) {
  return async ({ db }: Call, id: number): Promise<string[]> => {
    const found = await firstOf(
      db,
      sql`
        select id from ${table}
        where corp_code = current_setting('app.corp_code') and id = ${id} and status <> 'draft'
      `,
    );
    if (found) throw new Refusal(m.stock_bill_kept());
    return [];
  };
}
