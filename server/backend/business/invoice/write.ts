/** Writes down what was requested, as it stays: the invoice with its lines and the money that it is made out for. */
import { sql } from "drizzle-orm";
import type { Treatment } from "~/contract/invoice/tax";
import { enqueueFor } from "../../kernel/enqueue";
import { numberWithoutGap } from "../../kernel/numbers";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { sendKind } from "./send-kind";

export interface QuotedLine {
  lineId: number | null;
  kind: "line" | "fee" | "topUp";
  ruleId: number;
  name: string;
  quantity: number;
  taxCode: string;
  treatment: Treatment;
  rate: number | null;
  gross: number;
  tax: number;
  /** `gross` is after it. */
  discount?: number;
}

export interface Buyer {
  kind: "ordinary" | "special";
  buyerKind: "person" | "company" | "abroad";
  title: string;
  taxNumber: string;
  address: string;
  bank: string;
  mail: string;
}

export type TakeSerial = (call: Call, kind: string) => Promise<string>;

/** Of one of both. */
interface Of {
  orderId: number | null;
  topUpId: number | null;
}

interface Written {
  buyer: Buyer;
  seller: { title: string; taxNumber: string; way: string };
  gross: number;
  tax: number;
  /** Of its orders, or of the slips of its top-ups. */
  numbers: string;
  agencyId: number | null;
  parks: readonly number[];
  source: "staff" | "visitor";
  by: string;
  remark: string;
  lines: readonly (QuotedLine & Of)[];
  ways: readonly (Of & { paymentType: string; amount: number })[];
}

export async function writeInvoice(
  call: Call,
  { buyer, seller, gross, tax, numbers, agencyId, parks, source, by, remark, lines, ways }: Written,
  serialOf: TakeSerial = numberWithoutGap,
): Promise<{ id: number; serial: string; gross: number }> {
  const { db, now } = call;
  // Last of all: whoever wants the next one waits from here on.
  const serial = await serialOf(call, "FP");
  const row = await firstOf<{ id: number }>(
    db,
    sql`
      insert into invoice (
        serial, status, title, gross, tax, kind, buyer_kind, tax_number, address, bank, orders, agency_id, way, source,
        requested_at, requested_by, seller_title, seller_number, mail, remark, parks
      )
      values (
        ${serial}, 'requested', ${buyer.title}, ${gross}, ${tax}, ${buyer.kind}, ${buyer.buyerKind},
        ${buyer.taxNumber || null}, ${buyer.address || null}, ${buyer.bank || null}, ${numbers.slice(0, 2000)},
        ${agencyId}, ${seller.way}, ${source}, ${now.toISOString()}::timestamptz, ${by},
        ${seller.title}, ${seller.taxNumber}, ${buyer.mail || null}, ${remark || null},
        ${`{${(parks.length > 0 ? parks : [0]).join(",")}}`}::bigint[]
      )
      returning id::float8 as id
    `,
  );
  if (!row) throw new Error("the invoice was not written");
  await db.execute(sql`
    insert into invoice_line (
      invoice_id, order_id, top_up_id, line_id, kind, rule_id, name, tax_code, treatment, rate, quantity, gross, tax,
      discount
    )
    select ${row.id}, l."orderId", l."topUpId", l."lineId", l.kind, l."ruleId", l.name, l."taxCode", l.treatment, l.rate,
           l.quantity, l.gross, l.tax, coalesce(l.discount, 0)
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (
      "orderId" bigint, "topUpId" bigint, "lineId" bigint, kind text, "ruleId" bigint, name text, "taxCode" text,
      treatment text, rate int, quantity int, gross bigint, tax bigint, discount bigint
    )
  `);
  await db.execute(sql`
    insert into invoice_way (invoice_id, order_id, top_up_id, payment_type, amount)
    select ${row.id}, w."orderId", w."topUpId", w."paymentType", w.amount
    from jsonb_to_recordset(${JSON.stringify(ways)}::jsonb) as w (
      "orderId" bigint, "topUpId" bigint, "paymentType" text, amount bigint
    )
  `);
  const after = { serial, title: buyer.title, gross, tax, orders: numbers };
  call.audit({ thing: "invoice", thingId: row.id, label: serial, after });
  if (seller.way === "platform") await enqueueFor(call, { kind: sendKind, unlessWaiting: true });
  return { id: row.id, serial, gross };
}
