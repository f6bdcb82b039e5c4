/** A business of the tests that sells through the order core: places at booths with a deposit; nothing of tickets. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { method } from "~/contract/method";
import { id, idempotencyKey } from "~/contract/validators";
import { orderServed } from "~server/backend/business/order/index";
import { quoteParts, sellOrder } from "~server/backend/business/order/sell";
import type { RefundItem, Sellable } from "~server/backend/business/order/sellable";
import { sellables } from "~server/backend/business/sellables";
import { Refusal } from "~server/backend/kernel/refusal";
import { rowsOf } from "~server/backend/kernel/rows";
import { type Call, type Served, serve } from "~server/backend/kernel/served";
import { allServed } from "~server/backend/served";
import type { TestBackend } from "~tests/support/backend";

export const boothRent = 3_000;
export const boothDeposit = 10_000;
export const boothFee = 500;

const wish = z.object({ places: z.number().int().min(1), parkId: z.number() });

/** Each place is one piece of the line of rent and one of the line of deposit; the deposit goes back whole. */
export const booths: Sellable = {
  business: "booth",
  async quote(_call, _visitDay, wishes) {
    const { places, parkId } = wish.parse(wishes[0]);
    const line = (kind: string, name: string, unitPrice: number, fee: number) => ({
      kind,
      subjectId: 1,
      name,
      parkId,
      quantity: places,
      unitPrice,
      amount: unitPrice * places,
      terms: { fee },
    });
    return {
      business: "booth",
      lines: [line("rent", "摊位", boothRent, boothFee), line("deposit", "摊位押金", boothDeposit, 0)],
      whyNot: "",
      async take(call) {
        const taken = await rowsOf(
          call.db,
          sql`update booth set free = free - ${places} where free >= ${places} returning free`,
        );
        if (taken.length === 0) throw new Refusal("no booth is free");
      },
      async fulfil(call, _order, placed) {
        for (const { id: lineId, quantity } of placed) {
          await call.db.execute(sql`
            insert into booth_place (line_id, no, state)
            select ${lineId}::bigint, n, 'sold' from generate_series(1, ${quantity}::int) n
          `);
        }
      },
    };
  },
  async pieces(call, _order, lines) {
    const ids = `{${lines.map((line) => line.id).join(",")}}`;
    const rows = await rowsOf<{ lineId: number; no: number; state: string }>(
      call.db,
      sql`select line_id as "lineId", no, state from booth_place where line_id = any (${ids}::bigint[]) order by 1, 2`,
    );
    return rows.flatMap(({ lineId, no, state }) => {
      const line = lines.find((one) => one.id === lineId);
      if (!line) return [];
      const refundable = state === "sold";
      const price = line.unitPrice - Math.round(line.discount / line.quantity);
      const fee = Number(line.terms.fee);
      const whyNot = refundable ? "" : "this place went back";
      return [{ id: no, no: `${line.name} ${no}`, lineId, price, fee, refundable, whyNot, needsApproval: false }];
    });
  },
  hold: (call, items) => move(call, items, "sold", "held"),
  release: (call, items) => move(call, items, "held", "sold"),
  async giveBack(call, _order, items, held) {
    const moved = await move(call, items, held ? "held" : "sold", "back");
    await call.db.execute(sql`update booth set free = free + ${moved}`);
    return moved;
  },
};

async function move(call: Call, items: readonly RefundItem[], from: string, to: string): Promise<number> {
  const rows = await rowsOf(
    call.db,
    sql`
      update booth_place p
      set state = ${to}
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i ("lineId" bigint, "pieceId" int)
      where p.line_id = i."lineId" and p.no = i."pieceId" and p.state = ${from}
      returning p.no
    `,
  );
  return rows.length;
}

/** Sells tickets and places in one order. */
export const sellBoth = method("order", "sellBoth", {
  payload: z.object({
    idempotencyKey,
    ticketTypeId: id,
    tickets: z.number(),
    places: z.number(),
    parkId: id,
    discount: z.number().default(0),
    payments: z.array(z.object({ paymentType: z.string(), amount: z.number() })),
  }),
  answer: z.object({ orderId: id, orderNo: z.string() }),
  access: "signedIn",
  writes: true,
  idempotent: true,
});

const visitDay = "2026-11-20";
const all = [...sellables, booths];

const serveBoth = serve(sellBoth, async (call, { ticketTypeId, tickets, places, parkId, discount, payments }) => {
  const parts = await quoteParts(call, all, visitDay, [
    { business: "ticket", wish: { ticketTypeId, quantity: tickets } },
    { business: "booth", wish: { places, parkId } },
  ]);
  return sellOrder(call, {
    channel: "window",
    visitDay,
    parts,
    discount,
    expectedPayable: undefined,
    payment: { payments },
    posId: null,
    posName: "",
    contactName: "",
    contactMobile: "",
    remark: "",
  });
});

/** Everything, with the booths handed to the order core. */
export const servedWithBooths: Served[] = [
  ...allServed.filter(({ method: { business } }) => business !== "order"),
  ...orderServed(all),
  serveBoth,
];

export async function makeBooths(backend: TestBackend, free: number): Promise<void> {
  await backend.sql("create table booth (free int not null check (free >= 0))");
  await backend.sql("insert into booth values ($1)", [free]);
  await backend.sql("create table booth_place (line_id bigint, no int, state text, primary key (line_id, no))");
  await backend.sql("grant select, insert, update on booth, booth_place to console_tenant");
}
