/** Invoices: their list, what is done with one, and one as it is printed. */
import { sql } from "drizzle-orm";
import { type InvoiceState, invoiceView, invoice as resource } from "~/contract/invoice/invoice";
import type { Treatment } from "~/contract/invoice/tax";
import { m } from "~/contract/messages";
import { dependsOn } from "../../kernel/depends-on";
import { enqueueFor } from "../../kernel/enqueue";
import { NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import type { Sellable } from "../order/sellable";
import { lockOrders } from "../order/worth";
import { agencyReference } from "../travel/agency-reference";
import { askForMail, mailsOf, mailWhenReady, mayMail } from "./mail";
import { takeNumber } from "./numbers";
import { goOn, ordersOf } from "./reverse";
import { invoice as table } from "./schema";
import { sendKind } from "./send-kind";

dependsOn("agency", { table, by: table.agencyId, name: table.serial, words: m.invoice_dep });

const commandsWith = (sellables: readonly Sellable[]): CommandsBackend<typeof resource> => ({
  issue: {
    // What the platform may have in hand is issued by it, or has failed there.
    mayNot: (_call, rows) =>
      rows.map(({ way, status }) => (way === "platform" && status === "requested" ? m.invoice_platform_sends() : null)),
    async run(call, row, { number, issuedOn }) {
      const set = { number: await takeNumber(call, number), issuedOn, failure: null };
      await mailWhenReady(call, { ...row, status: "issued" });
      return { set };
    },
  },
  mail: { mayNot: mayMail, run: (call, row, { to }) => askForMail(call, row, to) },
  fail: {
    mayNot: (_call, rows) => rows.map(({ way }) => (way === "platform" ? m.invoice_platform_sends() : null)),
    run: (_call, _row, { reason }) => ({ set: { failure: reason } }),
  },
  async retry(call, { way }) {
    if (way === "platform") await enqueueFor(call, { kind: sendKind, unlessWaiting: true });
    return { set: { failure: null } };
  },
  noteUse: {
    mayNot: openReds,
    run: (_call, _row, { use }) => ({ set: { buyerUse: use } }),
  },
  async cancel(call, { id }, { reason }) {
    const orders = await ordersOf(call, id);
    await lockOrders(call, orders);
    // Before what waits is asked whether it may go on.
    await call.db.execute(sql`
      update invoice set status = 'cancelled' where corp_code = current_setting('app.corp_code') and id = ${id}
    `);
    const gone = await goOn(call, sellables, orders);
    const notice = m.invoice_went_on({ refunds: gone.join(" ") }).slice(0, 100);
    return { set: { failure: reason }, ...(gone.length > 0 && { notice }) };
  },
});

/** Who has a say in a red letter that is under way was settled when it was asked for. */
async function openReds({ db }: Call, rows: readonly { id: number }[]): Promise<(string | null)[]> {
  const found = await rowsOf<{ id: number }>(
    db,
    sql`
      select distinct invoice_id::float8 as id from invoice_red
      where corp_code = current_setting('app.corp_code') and status in ('waiting', 'confirmed', 'sent')
        and invoice_id = any (${`{${rows.map(({ id }) => id).join(",")}}`}::bigint[])
    `,
  );
  const busy = new Set(found.map(({ id }) => id));
  return rows.map(({ id }) => (busy.has(id) ? m.invoice_red_under_way() : null));
}

export const invoiceServed = (sellables: readonly Sellable[]): Served[] => [
  ...serveResource(resource, {
    table,
    references: { agencyId: agencyReference },
    commands: commandsWith(sellables),
    saved: mailWhenReady,
  }),
  viewServed,
];

interface Head {
  id: number;
  serial: string;
  state: InvoiceState;
  kind: string;
  buyerKind: string;
  title: string;
  taxNumber: string;
  address: string;
  bank: string;
  sellerTitle: string;
  sellerNumber: string;
  number: string;
  issuedOn: string;
  requestedBy: string;
  remark: string;
  failure: string;
  buyerUse: "none" | "used" | "booked";
  gross: number;
  tax: number;
  reversed: number;
}

interface Line {
  id: number;
  lineId: number | null;
  kind: "line" | "fee" | "topUp";
  orderNo: string;
  name: string;
  quantity: number;
  taxCode: string;
  treatment: Treatment;
  rate: number | null;
  gross: number;
  tax: number;
  discount: number;
  held: number;
  reversed: number;
}

const viewServed = serve(invoiceView, async ({ db }, { id }) => {
  const head = await firstOf<Head>(
    db,
    sql`
      select id::float8 as id, serial, status as state, kind, buyer_kind as "buyerKind", title,
             coalesce(tax_number, '') as "taxNumber", coalesce(address, '') as address, coalesce(bank, '') as bank,
             seller_title as "sellerTitle", seller_number as "sellerNumber", coalesce(number, '') as number,
             coalesce(issued_on::text, '') as "issuedOn", requested_by as "requestedBy", coalesce(remark, '') as remark,
             coalesce(failure, '') as failure, buyer_use as "buyerUse", gross::float8 as gross, tax::float8 as tax,
             reversed::float8 as reversed
      from invoice
      where corp_code = current_setting('app.corp_code') and id = ${id}
    `,
  );
  if (!head) throw new NotFound();
  const lines = await rowsOf<Line>(
    db,
    sql`
      select n.id::float8 as id, n.line_id::float8 as "lineId", n.kind, coalesce(o.order_no, t.slip_no, '') as "orderNo", n.name, n.quantity,
             n.tax_code as "taxCode", n.treatment, n.rate, n.gross::float8 as gross, n.tax::float8 as tax, n.discount::float8 as discount,
             n.held::float8 as held, n.reversed::float8 as reversed
      from invoice_line n
      left join order_told o on o.corp_code = n.corp_code and o.id = n.order_id
      left join stored_top_up_told t on t.corp_code = n.corp_code and t.id = n.top_up_id
      where n.corp_code = current_setting('app.corp_code') and n.invoice_id = ${id}
      order by n.id
    `,
  );
  const orders = await rowsOf<{ id: number; orderNo: string; offline: boolean; gross: number }>(
    db,
    sql`
      select o.id::float8 as id, o.order_no as "orderNo", o.offline, sum(w.amount)::float8 as gross
      from invoice_way w
      join order_told o on o.corp_code = w.corp_code and o.id = w.order_id
      where w.corp_code = current_setting('app.corp_code') and w.invoice_id = ${id}
      group by o.id, o.order_no, o.offline
      order by o.id
    `,
  );
  const topUps = await rowsOf<{ id: number; cardId: number; number: string; slipNo: string; gross: number }>(
    db,
    sql`
      select t.id::float8 as id, t.card_id::float8 as "cardId", t.number, t.slip_no as "slipNo", w.amount::float8 as gross
      from invoice_way w
      join stored_top_up_told t on t.corp_code = w.corp_code and t.id = w.top_up_id
      where w.corp_code = current_setting('app.corp_code') and w.invoice_id = ${id}
      order by t.id
    `,
  );
  const reds = await rowsOf<{
    id: number;
    serial: string;
    state: string;
    reason: string;
    gross: number;
    tax: number;
    number: string;
    issuedOn: string;
  }>(
    db,
    sql`
      select id::float8 as id, serial, status as state, reason, gross::float8 as gross, tax::float8 as tax,
             coalesce(number, '') as number, coalesce(issued_on::text, '') as "issuedOn"
      from invoice_red
      where corp_code = current_setting('app.corp_code') and invoice_id = ${id}
      order by id
    `,
  );
  return { ...head, lines, orders, topUps, reds, mails: await mailsOf({ db }, id) };
});
