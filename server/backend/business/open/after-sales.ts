/** What applications ask for once an order is paid: refunds and changes, by the commands of the console and their rules. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { m } from "~/contract/messages";
import type { changeAnswer, changeRequest, refundAnswer, refundRequest } from "~/contract/open/operations";
import { refundOrder } from "~/contract/order/order";
import { changeTickets } from "~/contract/ticket/change";
import { Invalid, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, handlerOf, type Served } from "../../kernel/served";
import { refunds } from "../order/refund";
import type { Sellable } from "../order/sellable";
import { changeServed } from "../ticket/change";
import { ticketNumbers } from "../ticket/sold-tickets";
import type { Application } from "./authenticate";
import { refuseTooEarly } from "./mobile";
import { type OwnOrder, ownOrder, tellOrder } from "./order-of";
import { hashOf } from "./orders";

interface Request {
  kind: "refund" | "change";
  outerNo: string;
  hash: string;
}

/**
 * Does it once for the application's number: a second one waits for the first and is answered the same. What is refused
 * leaves nothing, so that it may be asked again.
 */
async function onceFor<T>(
  call: Call,
  { id }: Application,
  { kind, outerNo, hash }: Request,
  work: () => Promise<T>,
): Promise<T> {
  const at = sql`access_app_id = ${id} and kind = ${kind} and outer_no = ${outerNo}`;
  const taken = await rowsOf(
    call.db,
    sql`
      insert into open_request (access_app_id, kind, outer_no, request_hash, at)
      values (${id}, ${kind}, ${outerNo}, ${hash}, ${call.now})
      on conflict do nothing
      returning outer_no
    `,
  );
  if (taken.length === 0) {
    const before = await firstOf<{ hash: string; answer: T }>(
      call.db,
      sql`select request_hash as hash, answer from open_request where ${at}`,
    );
    if (before?.hash !== hash) throw new Refusal(m.open_number_taken({ outerNo }));
    return before.answer;
  }
  const answer = await work();
  await call.db.execute(sql`update open_request set answer = ${JSON.stringify(answer)}::jsonb where ${at}`);
  return answer;
}

/** Ids of the order's tickets; all that were not given back where none is named. */
async function ticketIds(call: Call, order: OwnOrder, numbers: readonly string[]): Promise<number[]> {
  const tickets = await ticketNumbers(call, order.id);
  if (numbers.length === 0) return tickets.filter(({ state }) => state === "issued").map(({ id }) => id);
  return numbers.map((number, place) => {
    const found = tickets.find(({ ticketNo }) => ticketNo === number);
    if (!found) throw new Invalid({ [`ticketNos.${place}`]: [m.open_no_ticket({ ticketNo: number })] });
    return found.id;
  });
}

export function refund(
  call: Call,
  application: Application,
  sellables: readonly Sellable[],
  outerNo: string,
  asked: z.output<typeof refundRequest>,
): Promise<z.output<typeof refundAnswer>> {
  const { outerRefundNo, reason, expectedAmount } = asked;
  const request: Request = { kind: "refund", outerNo: outerRefundNo, hash: hashOf([outerNo, asked]) };
  return onceFor(call, application, request, async () => {
    const order = await ownOrder(call, application, outerNo, true);
    const ids = await ticketIds(call, order, asked.ticketNos);
    const payload = refundOrder.payload.parse({
      ...{ orderId: order.id, ticketIds: ids, reason, idempotencyKey: randomUUID() },
      ...(expectedAmount !== undefined && { expectedAmount }),
    });
    const done = (await handle(refunds(sellables), refundOrder, call, payload)) as {
      refundNo: string;
      state: "done" | "waiting" | "held";
      amount: number;
    };
    return {
      outerRefundNo,
      refundNo: done.refundNo,
      state: done.state === "done" ? "done" : "waiting",
      amount: done.amount,
    };
  });
}

export function change(
  call: Call,
  application: Application,
  outerNo: string,
  asked: z.output<typeof changeRequest>,
): Promise<z.output<typeof changeAnswer>> {
  const { outerChangeNo, ticketNos, toDay, toSlot, expectedDue } = asked;
  const request: Request = { kind: "change", outerNo: outerChangeNo, hash: hashOf([outerNo, asked]) };
  return onceFor(call, application, request, async () => {
    const order = await ownOrder(call, application, outerNo, true);
    if (toDay !== undefined) await refuseTooEarly(call, application, toDay);
    const { paymentType } = application;
    const payload = changeTickets.payload.parse({
      ...{ orderId: order.id, ticketIds: await ticketIds(call, order, ticketNos) },
      ...{ idempotencyKey: randomUUID(), paymentType },
      ...(toDay !== undefined && { toDay }),
      ...(toSlot !== undefined && { toSlot }),
      ...(expectedDue !== undefined && { expectedDue }),
    });
    const done = (await handle(changeServed, changeTickets, call, payload)) as {
      changeNo: string;
      due: number;
      back: number;
    };
    // Its customers have paid it more, and nobody has said by what it settles.
    if (done.due > 0 && order.agencyId !== null) throw new Refusal(m.open_change_costs({ outerNo }));
    if (done.due > 0 && paymentType === "") throw new Refusal(m.open_no_payment_type());
    const told = await tellOrder(call, application, outerNo);
    return { outerChangeNo, changeNo: done.changeNo, due: done.due, back: done.back, order: told };
  });
}

/** By the command of the console; entries of the audit log are its own. */
function handle(
  served: readonly Served[],
  method: typeof refundOrder | typeof changeTickets,
  call: Call,
  payload: unknown,
): Promise<unknown> {
  const own: Call = { ...call, audit: (entry) => call.audit({ ...entry, by: method }) };
  return handlerOf(served, method)(own, payload, undefined);
}
