/** A park with gates, and orders sold under rules of the test's choosing, written straight into the tables. */

import type { TicketRules } from "~/contract/ticket/gate-rules/facts";
import type { RefundBand } from "~/contract/ticket/ticket-terms";
import { newQrText, ticketNumber } from "~server/backend/business/ticket/ticket-code";
import { allocate } from "~server/backend/kernel/allocate";
import type { TestBackend } from "~tests/support/backend";

export interface Grounds {
  parkId: number;
  otherParkId: number;
  groupId: number;
  otherGroupId: number;
  /** In, of the group. */
  gateId: number;
  gateCode: string;
  /** In, same park, other group. */
  sideGateId: number;
  outGateId: number;
  /** In, other park. */
  farGateId: number;
  posId: number;
  corpCode: string;
}

export interface LineWish {
  quantity?: number;
  unitPrice?: number;
  name?: string;
  refundRule?: string;
  refundBands?: RefundBand[];
  admissions?: number;
  passInterval?: number;
  rules?: TicketRules;
  gateGroupId?: number;
  parkId?: number;
  slot?: string;
  entryFrom?: string;
  entryTo?: string;
  validFrom?: string;
  validTo?: string;
  holderDocument?: string;
  holderCountry?: string;
  holderIdentity?: string;
  /** Of the quota day that these places were taken from. */
  quotaDayId?: number;
}

export interface SaleWish {
  lines?: LineWish[];
  discount?: number;
  visitDay?: string;
  state?: string;
  channel?: string;
  sellerId?: number;
  mobile?: string;
}

export interface Sale {
  orderId: number;
  orderNo: string;
  lineIds: number[];
  tickets: { id: number; ticketNo: string; qrText: string; lineId: number; price: number }[];
  payable: number;
}

let running = 0;
const next = () => {
  running += 1;
  return running;
};

async function idOf(backend: TestBackend, statement: string, values: unknown[]): Promise<number> {
  const [row] = await backend.sql<{ id: number }>(`${statement} returning id`, values);
  return row?.id ?? 0;
}

export async function createGrounds(backend: TestBackend, corpCode = "0001"): Promise<Grounds> {
  const park = (name: string) =>
    idOf(backend, "insert into park (corp_code, code, name) values ($1, $2, $3)", [corpCode, `P${next()}`, name]);
  const group = (parkId: number, name: string) =>
    idOf(backend, "insert into gate_group (corp_code, code, name, park_id) values ($1, $2, $3, $4)", [
      corpCode,
      `GG${next()}`,
      name,
      parkId,
    ]);
  const gate = async (parkId: number, groupId: number, name: string, direction = "in") => {
    const code = `G${next()}`;
    const statement =
      "insert into gate (corp_code, code, name, direction, gate_group_id, park_id) values ($1, $2, $3, $4, $5, $6)";
    return { id: await idOf(backend, statement, [corpCode, code, name, direction, groupId, parkId]), code };
  };
  const parkId = await park("云山");
  const otherParkId = await park("镜湖");
  const groupId = await group(parkId, "东门");
  const otherGroupId = await group(parkId, "西门");
  const farGroupId = await group(otherParkId, "湖门");
  const main = await gate(parkId, groupId, "东门一号");
  return {
    parkId,
    otherParkId,
    groupId,
    otherGroupId,
    gateId: main.id,
    gateCode: main.code,
    sideGateId: (await gate(parkId, otherGroupId, "西门一号")).id,
    outGateId: (await gate(parkId, groupId, "出口", "out")).id,
    farGateId: (await gate(otherParkId, farGroupId, "湖门一号")).id,
    posId: await idOf(backend, "insert into pos (corp_code, code, name, park_id) values ($1, $2, '一号窗口', $3)", [
      corpCode,
      `POS${next()}`,
      parkId,
    ]),
    corpCode,
  };
}

export async function sell(backend: TestBackend, grounds: Grounds, wish: SaleWish = {}): Promise<Sale> {
  const { corpCode } = grounds;
  const visitDay = wish.visitDay ?? "2026-11-20";
  const lines = (wish.lines ?? [{}]).map((line) => ({ quantity: 2, unitPrice: 10_000, ...line }));
  const amounts = lines.map(({ quantity, unitPrice }) => quantity * unitPrice);
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const discount = wish.discount ?? 0;
  const payable = total - discount;
  const state = wish.state ?? "paid";
  const paid = state === "pending" || state === "cancelled" ? 0 : payable;
  const orderNo = `OD20261120${String(next()).padStart(6, "0")}`;
  const orderId = await idOf(
    backend,
    `insert into orders (corp_code, order_no, channel, state, visit_day, contact_mobile, quantity, total, discount,
       payable, paid, seller_id, seller_name, pos_id, pos_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, '张三', $13, '一号窗口')`,
    [
      corpCode,
      orderNo,
      wish.channel ?? "window",
      state,
      visitDay,
      wish.mobile ?? "13800001234",
      lines.reduce((sum, { quantity }) => sum + quantity, 0),
      total,
      discount,
      payable,
      paid,
      wish.sellerId ?? 1,
      grounds.posId,
    ],
  );
  if (paid > 0) {
    await backend.sql(
      "insert into payment (corp_code, order_id, kind, payment_type, amount) values ($1, $2, 'payment', 'cash', $3)",
      [corpCode, orderId, paid],
    );
  }
  const shares = allocate(discount, amounts);
  const sale: Sale = { orderId, orderNo, lineIds: [], tickets: [], payable };
  for (const [index, line] of lines.entries()) {
    await sellLine(backend, grounds, sale, { ...line, index, visitDay, discount: shares[index] ?? 0 });
  }
  return sale;
}

type Line = LineWish & { quantity: number; unitPrice: number; index: number; visitDay: string; discount: number };

async function sellLine(backend: TestBackend, grounds: Grounds, sale: Sale, line: Line): Promise<void> {
  const { corpCode } = grounds;
  const name = line.name ?? "成人票";
  const parkId = line.parkId ?? grounds.parkId;
  const typeId = await idOf(
    backend,
    "insert into ticket_type (corp_code, code, name, park_id, face_price, list_price) values ($1, $2, $3, $4, $5, $5)",
    [corpCode, `T${next()}`, name, parkId, line.unitPrice],
  );
  const rules = [
    line.slot ?? "",
    line.validFrom ?? line.visitDay,
    line.validTo ?? line.visitDay,
    line.admissions ?? 1,
    line.passInterval ?? null,
    line.gateGroupId ?? null,
    line.entryFrom ?? null,
    line.entryTo ?? null,
    line.rules ?? {},
  ];
  const terms = {
    slot: line.slot ?? "",
    refundRule: line.refundRule ?? "free",
    refundBands: line.refundBands ?? [],
    validFrom: line.validFrom ?? line.visitDay,
    validTo: line.validTo ?? line.visitDay,
  };
  const lineId = await idOf(
    backend,
    `insert into sub_order (corp_code, order_id, line_no, business, kind, subject_id, name, park_id, quantity,
       unit_price, amount, discount, terms)
     values ($1, $2, $3, 'ticket', 'single', $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      corpCode,
      sale.orderId,
      line.index + 1,
      typeId,
      name,
      parkId,
      line.quantity,
      line.unitPrice,
      line.quantity * line.unitPrice,
      line.discount,
      terms,
    ],
  );
  sale.lineIds.push(lineId);
  if (line.quotaDayId !== undefined) {
    await backend.sql("insert into sub_order_quota (corp_code, line_id, quota_day_id) values ($1, $2, $3)", [
      corpCode,
      lineId,
      line.quotaDayId,
    ]);
  }
  const prices = allocate(
    line.discount,
    Array.from({ length: line.quantity }, () => 1),
  ).map((share) => line.unitPrice - share);
  for (const price of prices) {
    const ticketNo = ticketNumber("2026-11-20", next());
    const qrText = newQrText();
    const id = await idOf(
      backend,
      `insert into ticket (corp_code, ticket_no, qr_text, order_id, line_id, ticket_type_id, ticket_type_name, park_id,
         visit_day, price, holder_document, holder_country, holder_name, holder_identity,
         slot, valid_from, valid_to, admissions, pass_interval, gate_group_id, entry_from, entry_to, rules)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`,
      [
        corpCode,
        ticketNo,
        qrText,
        sale.orderId,
        lineId,
        typeId,
        name,
        parkId,
        line.visitDay,
        price,
        line.holderDocument ?? "resident",
        line.holderCountry ?? "",
        line.holderIdentity ? "李四" : "",
        line.holderIdentity ?? "",
        ...rules,
      ],
    );
    sale.tickets.push({ id, ticketNo, qrText, lineId, price });
  }
}

/** What must hold of orders, tickets and passages whatever was done; offending rows by rule. */
export async function orderFaults(backend: TestBackend): Promise<Record<string, unknown>[]> {
  return backend.sql(`
    select 'paid is the sum of payments' as rule, o.id from orders o
    where o.paid <> (select coalesce(sum(amount), 0) from payment p where p.corp_code = o.corp_code and p.order_id = o.id and kind = 'payment')
    union all
    select 'refunded is the sum of the ledger', o.id from orders o
    where o.refunded <> -(select coalesce(sum(amount), 0) from payment p where p.corp_code = o.corp_code and p.order_id = o.id and kind = 'refund')
    union all
    select 'refunding is the sum of waiting refunds', o.id from orders o
    where o.refunding <> (select coalesce(sum(amount), 0) from refund r where r.corp_code = o.corp_code and r.order_id = o.id and state = 'waiting')
    union all
    select 'refunds never above payments', o.id from orders o where o.refunded + o.refunding > o.paid
    union all
    select 'line counters are counts of tickets', l.id from sub_order l
    join lateral (
      select count(*) filter (where t.used > 0) as used, count(*) filter (where t.state = 'refunding') as refunding,
             count(*) filter (where t.state = 'refunded') as refunded
      from ticket t where t.corp_code = l.corp_code and t.line_id = l.id
    ) c on true
    where l.used <> c.used or l.refunding <> c.refunding or l.refunded <> c.refunded
    union all
    select 'used is the sum of entries', t.id from ticket t
    where t.used <> (select coalesce(sum(entries), 0) from passage p where p.corp_code = t.corp_code and p.ticket_id = t.id)
    union all
    select 'state fits used', t.id from ticket t
    where (t.state = 'used' and t.used < t.admissions) or (t.state = 'issued' and t.used > 0)
       or (t.state = 'partlyUsed' and (t.used = 0 or t.used >= t.admissions))
    union all
    select 'order state fits its tickets', o.id from orders o
    join lateral (
      select count(*) filter (where state <> 'changed') as n, count(*) filter (where state = 'refunded') as refunded, count(*) filter (where used > 0) as started,
             count(*) filter (where state in ('issued', 'partlyUsed', 'refunding')) as open
      from ticket t where t.corp_code = o.corp_code and t.order_id = o.id
    ) c on c.n > 0
    where case o.state
      when 'refunded' then c.refunded < c.n
      when 'partlyRefunded' then c.refunded = 0 or c.refunded = c.n
      when 'fulfilled' then c.open > 0
      when 'partlyFulfilled' then c.started = 0 or c.open = 0
      when 'paid' then c.started > 0 or c.refunded > 0
      else false end
  `);
}
