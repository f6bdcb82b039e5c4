/**
 * An issuer, tax rules, and invoices over the latest orders of the demonstration that were paid and stayed whole: issued,
 * requested, failed, and one whose red letter waits for the buyer. Each order has one line and one payment.
 */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import { businessDay } from "../../kernel/business-time";
import { sequenceWithoutGap } from "../../kernel/numbers";
import { rowsOf } from "../../kernel/rows";
import type { DemoPeople } from "../manifest";

const hour = 3_600_000;
const category = "3070401000000000000";
/** Basis points. */
const rate = 600;

interface Shown {
  buyer: "person" | "company";
  title: [zh: string, en: string];
  taxNumber: string | null;
  status: "issued" | "requested" | "failed";
  use: "none" | "booked";
}

const shown: readonly Shown[] = [
  {
    ...{ buyer: "company", title: ["远方科技有限公司", "Yuanfang Technology Ltd."], taxNumber: "91110000600037341L" },
    ...{ status: "issued", use: "booked" },
  },
  { buyer: "person", title: ["周敏", "Zhou Min"], taxNumber: null, status: "issued", use: "none" },
  {
    ...{ buyer: "company", title: ["青禾文化传媒有限公司", "Qinghe Media Ltd."], taxNumber: "91330106MA2CFAFU7H" },
    ...{ status: "requested", use: "none" },
  },
  { buyer: "person", title: ["陈立", "Chen Li"], taxNumber: null, status: "failed", use: "none" },
];

export async function seedInvoices(tx: Transaction, { manager, say }: DemoPeople, now: Date): Promise<void> {
  const day = businessDay(now);
  const stampDay = day.replaceAll("-", "");
  const at = sql`${now.toISOString()}::timestamptz`;
  const seller = { title: say("青云山旅游有限公司", "Qingyun Mountain Tourism Ltd."), taxNumber: "91330106MA2CFAFU7H" };
  const made = await rowsOf(
    tx,
    sql`
      insert into invoice_seller (title, tax_number)
      select ${seller.title}, ${seller.taxNumber}
      where not exists (select from invoice_seller)
      returning id
    `,
  );
  if (made.length === 0) return;
  const [rule] = await rowsOf<{ id: number; name: string }>(
    tx,
    sql`
      insert into invoice_tax_rule (name, scope, valid_from, tax_code, treatment, rate)
      values (${say("*旅游服务*门票", "*Travel services*Admission")}, 'default', date '2020-01-01', ${category}, 'taxed', ${rate / 100})
      returning id::float8 as id, name
    `,
  );
  await tx.execute(sql`
    insert into invoice_tax_rule (name, scope, valid_from, tax_code, treatment, rate)
    values (${say("*旅游服务*手续费", "*Travel services*Fee")}, 'fee', date '2020-01-01', ${category}, 'taxed', ${rate / 100})
  `);
  await tx.execute(sql`
    insert into invoice_tax_rule (name, scope, valid_from, tax_code, treatment)
    values (${say("*预付卡销售*储值卡充值", "*Prepaid cards*Top-up")}, 'topUp', date '2020-01-01', '6010000000000000000', 'notTaxed')
  `);
  const orders = await rowsOf<{
    id: number;
    orderNo: string;
    lineId: number;
    name: string;
    quantity: number;
    paid: number;
    paymentType: string;
    parks: number[];
  }>(
    tx,
    sql`
      select o.id::float8 as id, o.order_no as "orderNo", l.id::float8 as "lineId", l.name, l.quantity,
             o.paid::float8 as paid, p.payment_type as "paymentType", to_json(o.parks) as parks
      from order_told o
      join order_line_told l on l.corp_code = o.corp_code and l.order_id = o.id
      join payment_told p on p.corp_code = o.corp_code and p.order_id = o.id
      where o.corp_code = current_setting('app.corp_code')
        and o.offline and o.state in ('paid', 'partlyFulfilled', 'fulfilled') and o.refunded = 0 and o.refunding = 0 and o.exchanged = 0
        and o.paid > 0 and p.amount = o.paid and l.amount - l.discount = o.paid and p.payment_type in ('cash', 'wechat', 'alipay')
      order by o.id desc
      limit ${shown.length}
    `,
  );
  for (const [place, one] of shown.entries()) {
    const order = orders[place];
    if (!order || !rule) break;
    const serial = `FP${stampDay}${String(await sequenceWithoutGap({ db: tx }, "FP", stampDay)).padStart(6, "0")}`;
    const tax = Math.round((order.paid * rate) / (10_000 + rate));
    const issued = one.status === "issued";
    const [row] = await rowsOf<{ id: number }>(
      tx,
      sql`
        insert into invoice (
          serial, status, title, gross, tax, number, issued_on, buyer_kind, tax_number, orders, buyer_use, requested_at,
          requested_by, failure, seller_title, seller_number, parks
        )
        values (
          ${serial}, ${one.status}, ${say(...one.title)}, ${order.paid}, ${tax},
          ${issued ? `26337000000000${String(place + 1).padStart(6, "0")}` : null}, ${issued ? day : null}::date, ${one.buyer},
          ${one.taxNumber}, ${order.orderNo}, ${one.use}, ${at}, ${manager.name},
          ${one.status === "failed" ? say("当日授信额度不足", "The credit of the day is used up") : null},
          ${seller.title}, ${seller.taxNumber}, ${`{${order.parks.join(",")}}`}::bigint[]
        )
        returning id::float8 as id
      `,
    );
    const [line] = await rowsOf<{ id: number }>(
      tx,
      sql`
        insert into invoice_line (
          invoice_id, order_id, line_id, kind, rule_id, name, tax_code, treatment, rate, quantity, gross, tax
        )
        values (${row?.id}, ${order.id}, ${order.lineId}, 'line', ${rule.id}, ${`${rule.name} ${order.name}`}, ${category},
                'taxed', ${rate}, ${order.quantity}, ${order.paid}, ${tax})
        returning id::float8 as id
      `,
    );
    await tx.execute(sql`
      insert into invoice_way (invoice_id, order_id, payment_type, amount)
      values (${row?.id}, ${order.id}, ${order.paymentType}, ${order.paid})
    `);
    if (one.use !== "booked") continue;
    const redSerial = `HZ${stampDay}${String(await sequenceWithoutGap({ db: tx }, "HZ", stampDay)).padStart(6, "0")}`;
    await tx.execute(sql`
      with red as (
        insert into invoice_red (serial, status, invoice_id, title, gross, tax, reason, waits_until, requested_at, requested_by, parks)
        values (${redSerial}, 'waiting', ${row?.id}, ${say(...one.title)}, ${order.paid}, ${tax}, 'returned',
                ${new Date(now.getTime() + 72 * hour).toISOString()}::timestamptz, ${at}, ${manager.name},
                ${`{${order.parks.join(",")}}`}::bigint[])
        returning id
      )
      insert into invoice_red_line (red_id, line_id, gross, tax) select id, ${line?.id}, ${order.paid}, ${tax} from red
    `);
    await tx.execute(sql`update invoice_line set held = gross where id = ${line?.id}`);
  }
}
