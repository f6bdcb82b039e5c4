// Counter sales and ticket checks a second, by the dispatch API over HTTP and by the console's own forms.
import { randomUUID } from "node:crypto";
import { consoleHeaders, dispatchClient } from "./clients.mjs";
import { load } from "./load.mjs";
import { print } from "./machine.mjs";

const connections = 8;
const sales = 2_000;
const ticketsAnOrder = 50;
const checks = 3_000;

export async function measureSelling({ url, dataDir }, password) {
  const client = await dispatchClient(dataDir, "admin", password);
  const { today, offers, posId } = await client.call("ticket", "getCounter", {});
  const offer = offers.find(
    ({ whyNot, realName, slots }) => whyNot === "" && realName === "none" && slots.length === 0,
  );
  if (!offer) throw new Error("nothing can be sold");
  // Of a demonstration's quota only so many are left: a type without one sells without end.
  const type = await freeType(client, offer.ticketTypeId);
  const sale = (quantity, ticketTypeId = type) =>
    client.asked("ticket", "sellTickets", {
      visitDay: today,
      lines: [{ ticketTypeId, quantity }],
      idempotencyKey: randomUUID(),
      paymentType: "cash",
      ...(posId && { posId }),
    });

  const sold = await load({ url: client.url, requests: many(sales, () => sale(2)), connections, seconds: 30 });
  report("sales a second by the dispatch API (two tickets each)", sold);
  const combo = await freeCombo(client, offer.ticketTypeId, type);
  const mixed = Array.from({ length: sales }, (_, turn) => (turn % 3 === 0 ? sale(1, combo) : sale(2)));
  report(
    "sales a second by the dispatch API, a third of them of a combo",
    await load({ url: client.url, requests: mixed, connections, seconds: 30 }),
  );

  const headers = {
    ...(await consoleHeaders(url, "admin", password)),
    "content-type": "application/x-www-form-urlencoded",
  };
  const form = () => ({
    path: "/inside/buyTktList",
    method: "POST",
    headers,
    body: new URLSearchParams({
      intent: "sell",
      visitDay: today,
      paymentType: "cash",
      [`quantity.${type}`]: "2",
      idempotencyKey: randomUUID(),
    }).toString(),
  });
  report(
    "sales a second by the counter's form",
    await load({ url, requests: many(sales / 2, form), connections, seconds: 30 }),
  );

  const ruled = await freeType(client, offer.ticketTypeId, everyRule);
  const numbers = await ticketNumbers(client, (quantity) => sale(quantity, ruled));
  const gate = (await client.call("ticket", "getCheckDesk", {})).gates[0]?.value;
  const passing = numbers
    .slice(0, checks)
    .map((code) => client.asked("ticket", "checkTicket", { idempotencyKey: randomUUID(), gateId: Number(gate), code }));
  const checked = await load({ url: client.url, requests: passing, connections, seconds: 30 });
  report("checks a second by the dispatch API (each its own ticket, every rule of a type on)", checked);
  const verdict = JSON.parse(checked.last).data;
  if (!verdict?.admitted) print("the last check was refused", verdict?.reason ?? "", verdict?.message ?? "");

  const desk = numbers.slice(checks).map((code) => ({
    path: "/manage/tktChevkPage",
    method: "POST",
    headers,
    body: new URLSearchParams({ intent: "check", gateId: gate, code, idempotencyKey: randomUUID() }).toString(),
  }));
  report("checks a second by the gate's form", await load({ url, requests: desk, connections, seconds: 30 }));
}

/** All that a type may ask at a gate; none of it refuses the first entry. */
export const everyRule = {
  ...{ admissions: 6, persons: 2, useDays: 3, perDay: 4, perGroup: 4, reentry: "times", reentries: 2 },
  ...{ passInterval: 1, entryFrom: "00:00", entryTo: "23:59", weekdays: ["1", "2", "3", "4", "5", "6", "7"] },
  checkHint: "核对证件",
};

/** A ticket type of no quota in the park of another, on sale. */
export async function freeType(client, like, more = {}) {
  const { record } = await client.call("ticket", "ticketTypeGet", { id: like });
  const { id, rowVersion, status, createdAt, updatedAt, ...fields } = record;
  const saved = await client.call("ticket", "ticketTypeSave", {
    ...fields,
    ...more,
    code: `BENCH-${Date.now()}-${Math.random().toString(36).slice(2, 6)}`,
    name: "压测票",
  });
  await client.call("ticket", "ticketTypePublish", { id: saved.id });
  return saved.id;
}

/** A combo of two tickets, on sale. */
async function freeCombo(client, like, first) {
  const other = await freeType(client, like);
  const ticketTypeId = await freeType(client, like, { kind: "combo" });
  const part = { quantity: 1, weight: 1 };
  await client.call("ticket", "comboSave", {
    ...{ name: "压测联票", ticketTypeId, splitBy: "weight", refundBy: "whole", validBy: "parts" },
    parts: [first, other].map((ticketTypeId) => ({ ticketTypeId, ...part })),
  });
  return ticketTypeId;
}

async function ticketNumbers(client, sale) {
  const numbers = [];
  while (numbers.length < checks * 1.5) {
    const { last } = await load({ url: client.url, requests: [sale(ticketsAnOrder)] });
    const { tickets } = await client.call("order", "orderDetail", { id: JSON.parse(last).data.orderId });
    numbers.push(...tickets.map(({ ticketNo }) => ticketNo));
  }
  return numbers;
}

function many(count, make) {
  return Array.from({ length: count }, make);
}

function report(label, { perSecond, p50, p99, statuses }) {
  const odd = Object.keys(statuses).filter((status) => !["200", "303"].includes(status));
  print(
    label,
    perSecond.toFixed(0),
    `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${odd.length ? ` ${JSON.stringify(statuses)}` : ""}`,
  );
}
