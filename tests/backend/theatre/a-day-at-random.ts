/** A day at the till at random beside a plain model of it: who has which seat, what every press answers, what each order has kept. */
import { expect } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { theatreChangeSeat } from "~/contract/theatre/change-seat";
import { theatreBest, theatreBlock, theatreRelease, theatreTickets } from "~/contract/theatre/sale";
import type { TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { hold, mapOf, openTheatre, sell, seller } from "./support";

function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

/** Minutes after which a hold is over. */
const holdFor = 10;

interface Ticket {
  id: number;
  seat: number;
}

/** Two rows at ¥80 and one at ¥50, with pairs of couple seats among others, and two tills. */
export async function openHouse(backend: TestBackend) {
  const { parkId } = await createPark(backend);
  const house = await openTheatre(backend, parkId, "1 oooooooo A\n2 oooccccoc A\n3 occcco B");
  // Nobody need approve what goes back.
  await backend.sql("update sys_param set param_option = '10000000' where param_code = 'refundApprovalLimit'");
  const more = ["seatSale/seatSale:change", "seatSale/seatSale:block", "offlineOrderList"];
  return { house, tills: [await seller(backend, ...more), await seller(backend, ...more)] };
}

/** Answers how often each kind of press was made, and how often a pair moved. */
export async function randomDay(
  backend: TestBackend,
  { house, tills }: Awaited<ReturnType<typeof openHouse>>,
  { seed, steps, day }: { seed: number; steps: number; day: string },
): Promise<Record<string, number>> {
  backend.setNow(friday);
  const sessionId = await house.addSession({ day });
  const { rows } = await mapOf(backend, sessionId);
  const all = rows.flatMap((row) => row.seats);
  const seats = all.map(({ id }) => id);
  const price = new Map(all.map((seat) => [seat.id, seat.price ?? 0]));
  const partner = new Map(all.flatMap((seat) => (seat.partner ? [[seat.id, seat.partner.id]] : [])));
  const pairSeats = [...partner.keys()];
  const random = randomOf(seed);
  const held = new Map<number, { till: number; until: number }>();
  const blocked = new Set<number>();
  const orders = new Map<number, Ticket[]>();
  const numbers = new Map<number, string>();
  const done: Record<string, number> = {};
  let minute = 0;
  const sold = () => new Set([...orders.values()].flatMap((tickets) => tickets.map(({ seat }) => seat)));
  const holder = (seat: number) => {
    const one = held.get(seat);
    return one && one.until > minute ? one.till : undefined;
  };
  const mine = (till: number) => seats.filter((seat) => holder(seat) === till);
  const free = (seat: number, till = -1) => !sold().has(seat) && !blocked.has(seat) && (holder(seat) ?? till) === till;
  const take = (wanted: readonly number[], till: number) => {
    for (const seat of wanted) held.set(seat, { till, until: minute + holdFor });
  };
  /** Partners that are not among these. */
  const others = (of: readonly number[]) =>
    of.flatMap((seat) => partner.get(seat) ?? []).filter((seat) => !of.includes(seat));
  const cost = (of: readonly number[]) => of.reduce((sum, seat) => sum + (price.get(seat) ?? 0), 0);
  const ticketsOf = async (orderNo: string, as: string): Promise<Ticket[]> => {
    const { data } = await backend.call(theatreTickets, { orderNo }, { as });
    return data.tickets.flatMap(({ id, seatId, state }) => (state === "sold" && seatId ? [{ id, seat: seatId }] : []));
  };

  const presses: Record<string, (step: number, till: number, as: string) => Promise<void>> = {
    async hold(step, till, as) {
      const first = random(seats.length);
      const wanted = seats.slice(first, first + 1 + random(3));
      const own = others(wanted).filter((seat) => holder(seat) === till);
      const may = wanted.every((seat) => free(seat, till)) && others(wanted).every((seat) => !free(seat));
      const reply = await hold(backend, sessionId, wanted, as);
      expect([step, reply.success]).toEqual([step, may]);
      if (may) take([...wanted, ...own], till);
    },
    async best(step, till, as) {
      const had = new Set(mine(till));
      const n = 1 + random(4);
      const reply = await backend.call(theatreBest, { sessionId, count: n, zone: "" }, { as });
      const isThere = rows.some((row) =>
        row.seats.some((_, at) => {
          const run = row.seats.slice(at, at + n);
          const whole = others(run.map(({ id }) => id)).every((seat) => !free(seat));
          return run.length === n && whole && run.every(({ id }) => free(id));
        }),
      );
      expect([step, reply.success]).toEqual([step, isThere]);
      if (!isThere) return;
      const got = (await mapOf(backend, sessionId, as)).mine
        .map(({ seatId }) => seatId)
        .filter((seat) => !had.has(seat));
      expect([step, got.length, got.every((seat) => free(seat))]).toEqual([step, n, true]);
      take(got, till);
    },
    async release(_step, till, as) {
      const reply = await backend.call(theatreRelease, { sessionId }, { as });
      // Rows whose time is over may be there still: they are counted by nobody.
      expect(reply.data.seats).toBeGreaterThanOrEqual(mine(till).length);
      for (const [seat, one] of held) if (one.till === till) held.delete(seat);
    },
    async sell(step, till, as) {
      const own = mine(till);
      const reply = await sell(backend, sessionId, as);
      expect([step, reply.success]).toEqual([step, own.length > 0]);
      if (!reply.success) return;
      const { orderId, orderNo, payable } = reply.data;
      expect([step, payable]).toEqual([step, cost(own)]);
      numbers.set(orderId, orderNo);
      orders.set(orderId, await ticketsOf(orderNo, as));
      for (const seat of own) held.delete(seat);
    },
    async change(step, till, as) {
      const [orderId = 0, tickets = []] = [...orders][random(Math.max(1, orders.size))] ?? [];
      const ticket = tickets[random(Math.max(1, tickets.length))];
      const to = seats[random(seats.length)] ?? 0;
      if (!ticket) return;
      const [half] = others([ticket.seat]);
      const leaves = half !== undefined && half !== to && tickets.some(({ seat }) => seat === half);
      const halves = others([to]).some((seat) => seat !== ticket.seat && free(seat, till));
      const may = free(to, till) && !leaves && !halves;
      const wish = { ticketId: ticket.id, seatId: to, paymentType: "cash", idempotencyKey: fresh("change-key") };
      const reply = await backend.call(theatreChangeSeat, wish, { as });
      expect([step, reply.success]).toEqual([step, may]);
      if (!may) return;
      expect([step, reply.data.due - reply.data.back]).toEqual([step, cost([to]) - cost([ticket.seat])]);
      held.delete(to);
      const after = await ticketsOf(numbers.get(orderId) ?? "", as);
      const modelled = [...tickets.filter(({ id }) => id !== ticket.id).map(({ seat }) => seat), to];
      expect(after.map(({ seat }) => seat).sort()).toEqual(modelled.sort());
      orders.set(orderId, after);
    },
    /** Two of a pair into another pair, in one step. */
    async pair(step, till, as) {
      const inPairs = [...orders].flatMap(([orderId, tickets]) =>
        tickets.filter(({ seat }) => partner.has(seat)).map((ticket) => ({ orderId, tickets, ticket })),
      );
      const one = inPairs[random(Math.max(1, inPairs.length))];
      const to = pairSeats[random(pairSeats.length)] ?? 0;
      if (!one) return;
      const { orderId, tickets, ticket } = one;
      const both = [to, ...others([to])];
      const mate = tickets.find(({ seat }) => seat === partner.get(ticket.seat));
      const may = mate !== undefined && both.every((seat) => free(seat, till));
      const wish = { ticketId: ticket.id, seatId: to, paymentType: "cash", idempotencyKey: fresh("change-key") };
      const reply = await backend.call(theatreChangeSeat, { ...wish, both: true }, { as });
      expect([step, reply.success]).toEqual([step, may]);
      if (!mate || !may) return;
      const left = tickets.filter(({ id }) => id !== ticket.id && id !== mate.id).map(({ seat }) => seat);
      expect([step, reply.data.due - reply.data.back]).toEqual([step, cost(both) - cost([ticket.seat, mate.seat])]);
      for (const seat of both) held.delete(seat);
      const after = await ticketsOf(numbers.get(orderId) ?? "", as);
      expect(after.map(({ seat }) => seat).sort()).toEqual([...left, ...both].sort());
      orders.set(orderId, after);
      done.moved = (done.moved ?? 0) + 1;
    },
    async block(step, _till, as) {
      const seat = seats[random(seats.length)] ?? 0;
      const block = !blocked.has(seat);
      const may = !block || free(seat);
      const reply = await backend.call(theatreBlock, { sessionId, seatIds: [seat], block }, { as });
      expect([step, reply.success]).toEqual([step, may]);
      if (may && block) blocked.add(seat);
      else if (may) blocked.delete(seat);
    },
    async refund() {
      const orderId = [...orders.keys()][random(Math.max(1, orders.size))];
      if (orderId === undefined) return;
      const wish = { orderId, reason: "退", idempotencyKey: fresh("refund-key") };
      expect((await backend.call(refundOrder, wish as never)).success).toBe(true);
      orders.delete(orderId);
    },
    async wait() {
      minute += 1 + random(12);
      backend.setNow(new Date(friday.getTime() + minute * 60_000));
    },
  };
  const odds = { hold: 34, best: 8, release: 8, sell: 14, change: 14, pair: 8, block: 6, refund: 9, wait: 7 };
  const lots = Object.entries(odds).flatMap(([name, n]) => Array.from({ length: n }, () => name));

  for (let step = 0; step < steps; step += 1) {
    const till = random(2);
    const name = lots[random(lots.length)] ?? "";
    await presses[name]?.(step, till, tills[till] ?? "");
    done[name] = (done[name] ?? 0) + 1;
  }

  const after = (await mapOf(backend, sessionId, tills[0])).rows.flatMap((row) => row.seats.map(({ state }) => state));
  const modelled = seats.map((seat) => {
    if (sold().has(seat)) return "sold";
    if (blocked.has(seat)) return "blocked";
    const till = holder(seat);
    return till === undefined ? "free" : till === 0 ? "mine" : "held";
  });
  expect(after).toEqual(modelled);
  for (const [orderId, tickets] of orders) {
    const [row] = await backend.sql("select (paid - refunded)::int as kept from orders where id = $1", [orderId]);
    expect([orderId, row?.kept]).toEqual([orderId, cost(tickets.map(({ seat }) => seat))]);
  }
  await checkInvariants(backend);
  return done;
}
