/** Invoices to test with, made through the methods that staff use. */
import { invoice, quoteInvoice, requestInvoice } from "~/contract/invoice/invoice";
import { invoiceRed, requestRed } from "~/contract/invoice/red";
import { invoiceSeller, invoiceTaxRule } from "~/contract/invoice/settings";
import { refundOrder } from "~/contract/order/order";
import type { TestBackend } from "~tests/support/backend";
import { fresh, today } from "~tests/support/park";

/** Their check digits are right. */
export const companyNumber = "91110000600037341L";
export const sellerNumber = "91330106MA2CFAFU7H";
export const category = "3070401000000000000";

let last = 0;
/** A number of the tax bureau that no other has. */
export const freshNumber = (): string =>
  `2611${String(process.pid).padStart(8, "0")}${String(++last).padStart(8, "0")}`;

/** An issuer by hand, 6 % on everything from the beginning of the year. */
export async function settings(backend: TestBackend, fields: Record<string, unknown> = {}): Promise<number> {
  const seller = { title: "青云山旅游有限公司", taxNumber: sellerNumber, way: "byHand", ...fields };
  await backend.saved(invoiceSeller.methods.save, seller as never);
  return rule(backend, {});
}

export const rule = (backend: TestBackend, fields: Record<string, unknown>): Promise<number> =>
  backend.saved(invoiceTaxRule.methods.save, {
    ...{
      name: "*旅游服务*门票",
      scope: "default",
      validFrom: "2026-01-01",
      taxCode: category,
      treatment: "taxed",
      rate: 6,
    },
    ...fields,
  } as never);

export const company = { kind: "ordinary", buyerKind: "company", title: "远方科技有限公司", taxNumber: companyNumber };
export const person = { kind: "ordinary", buyerKind: "person", title: "张三" };

export function invoicesOf(backend: TestBackend) {
  const request = (orderIds: number[], fields: object = {}, as = backend.admin) =>
    backend.call(requestInvoice, { orderIds, ...person, idempotencyKey: fresh("invoice-key"), ...fields } as never, {
      as,
    });
  const requested = async (orderIds: number[], fields: object = {}) => {
    const reply = await request(orderIds, fields);
    if (!reply.success) throw new Error(`${reply.status} ${reply.message} ${JSON.stringify(reply.errors ?? {})}`);
    return reply.data;
  };
  const press = (name: keyof typeof invoice.commands, id: number, fields: object = {}, as = backend.admin) =>
    backend.call(invoice.commands[name].method, { id, ...fields } as never, { as });
  const issued = async (orderIds: number[], fields: object = {}) => {
    const made = await requested(orderIds, fields);
    const done = await press("issue", made.id, { number: freshNumber(), issuedOn: today });
    if (!done.success) throw new Error(done.message + JSON.stringify(done.errors));
    return made;
  };
  const red = (invoiceId: number, fields: object = {}, as = backend.admin) =>
    backend.call(requestRed, { invoiceId, reason: "returned", idempotencyKey: fresh("red-key"), ...fields } as never, {
      as,
    });
  const pressRed = (name: keyof typeof invoiceRed.commands, id: number, fields: object = {}) =>
    backend.call(invoiceRed.commands[name].method, { id, ...fields } as never);
  const issueRed = (id: number) => pressRed("issue", id, { number: freshNumber(), issuedOn: today });
  const refund = (orderId: number, fields: object = {}) =>
    backend.call(refundOrder, { orderId, reason: "行程取消", idempotencyKey: fresh("refund-key"), ...fields } as never);
  const left = async (orderId: number) => {
    const { data } = await backend.call(quoteInvoice, { orderIds: [orderId] });
    return { left: data.gross, whyNot: data.whyNot };
  };
  const row = async (id: number) =>
    (await backend.sql("select * from invoice where id = $1", [id]))[0] as Record<string, unknown>;
  return { request, requested, press, issued, red, pressRed, issueRed, refund, left, row };
}
