/** What applications are told: written with what happened, signed, tried again, and to public addresses alone. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { webhookDelivery } from "~/contract/open/delivery";
import { webhook } from "~/contract/open/operations";
import { checkTicket } from "~/contract/ticket/check";
import { signatureOf } from "~server/backend/business/open/signature";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, type TestPark, today } from "~tests/support/park";
import { ask, createPartner, orderOf, type Partner } from "./partner";

interface Got {
  headers: IncomingHttpHeaders;
  body: string;
  path: string;
}

let backend: TestBackend;
let park: TestPark;
let partner: Partner;
let server: Server;
let got: Got[] = [];
let answers: number[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    got.push({ headers: request.headers, body: Buffer.concat(chunks).toString("utf8"), path: request.url ?? "" });
    const status = answers.shift() ?? 200;
    response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end("x".repeat(100_000));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());
beforeEach(async () => {
  got = [];
  answers = [];
  backend = await openTestBackend();
  park = await createPark(backend);
  const { port } = server.address() as AddressInfo;
  partner = await createPartner(backend, { webhookUrl: `http://127.0.0.1:${port}/hook?from=park` });
});
afterEach(() => backend.close());

const work = (webhooksToPrivate = true) =>
  createWorker({ database: backend.database, kinds: allKinds, secrets: secretsOfTests, webhooksToPrivate }).drain();
const told = () => got.map(({ body }) => webhook.parse(JSON.parse(body)));
const rows = async () => (await backend.call(webhookDelivery.methods.list, {})).data.records;
/** As if the time of the next attempt had come. */
const due = async () => {
  await backend.sql("update webhook_delivery set next_at = now() where state = 'waiting'");
  await backend.sql("insert into job (corp_code, kind) values ('0001', 'deliverWebhooks')");
};

async function paid(fields: Record<string, unknown> = {}) {
  const { data } = await ask(backend, partner, "POST", "/orders", orderOf(park.adultId, today, fields));
  const notice = { payNo: "P1", amount: data.payable };
  return (await ask(backend, partner, "POST", `/orders/${data.outerNo}/pay`, notice)).data;
}

it("paid, checked and refunded are told once each, signed with the secret", async () => {
  const order = await paid({ lines: [{ ticketTypeId: park.adultId, quantity: 2 }] });
  const code = order.tickets[0].code;
  const entry = await backend.call(checkTicket, { gateId: park.gateId, code, idempotencyKey: fresh("check-key") });
  expect(entry.data).toMatchObject({ admitted: true });
  const refund = { outerRefundNo: "R1", ticketNos: [order.tickets[1].ticketNo], reason: "少来一人" };
  const back = await ask(backend, partner, "POST", `/orders/${order.outerNo}/refund`, refund);
  expect(back.data).toMatchObject({ state: "done", amount: 8000 });
  const again = await ask(backend, partner, "POST", `/orders/${order.outerNo}/refund`, refund);
  expect(again.data).toEqual(back.data);
  await work();
  expect(told()).toMatchObject([
    { event: "paid", outerNo: order.outerNo, orderNo: order.orderNo, state: "paid" },
    { event: "checked", ticketNo: order.tickets[0].ticketNo, people: 1 },
    { event: "refunded", refundNo: back.data.refundNo, amount: 8000 },
  ]);
  for (const { headers, body, path } of got) {
    const [timestamp, nonce] = [String(headers["x-timestamp"]), String(headers["x-nonce"])];
    const signed = { verb: "POST", target: path, timestamp, nonce, body };
    expect(headers["x-signature"]).toBe(signatureOf(partner.secret, signed));
  }
  expect((await rows()).map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
  await work();
  expect(got).toHaveLength(3);
});

it("cancelled is told, and an order of the counter is told to nobody", async () => {
  await park.sell();
  const { data } = await ask(backend, partner, "POST", "/orders", orderOf(park.adultId, today));
  await ask(backend, partner, "POST", `/orders/${data.outerNo}/cancel`, {});
  await work();
  expect(told()).toMatchObject([{ event: "cancelled", outerNo: data.outerNo, state: "cancelled" }]);
});

it("what is refused is told to nobody", async () => {
  const { data } = await ask(backend, partner, "POST", "/orders", orderOf(park.adultId, today));
  await ask(backend, partner, "POST", `/orders/${data.outerNo}/pay`, { payNo: "P", amount: 1 });
  expect(await rows()).toEqual([]);
});

it("what fails or leads elsewhere is tried again, given up in the end, and sent again by a press", async () => {
  answers = [302, ...Array.from({ length: 8 }, () => 500)];
  await paid();
  await work();
  expect(await rows()).toMatchObject([{ state: "waiting", attempts: 1, outcome: "HTTP 302" }]);
  for (let attempt = 2; attempt <= 9; attempt += 1) {
    await due();
    await work();
  }
  expect(got.map(({ path }) => path)).not.toContain("/elsewhere");
  const [failed] = await rows();
  expect([failed, got.length]).toMatchObject([{ state: "failed", attempts: 9, outcome: "HTTP 500" }, 9]);
  const id = Number(failed?.id);
  const seller = await backend.createUser({ grants: ["webhookList"] });
  const press = (as: string) => backend.call(webhookDelivery.methods.resend as never, { id } as never, { as });
  expect((await press(seller.token)).status).toBe(403);
  const other = await backend.createCorp("0779");
  expect((await press(other)).status).toBe(404);
  expect((await press(backend.admin)).status).toBe(200);
  await work();
  expect(await rows()).toMatchObject([{ state: "delivered", attempts: 1 }]);
  expect(new Set(told().map(({ deliveryId }) => deliveryId)).size).toBe(1);
});

it("a process that is killed between the commit and the delivery loses none", async () => {
  await paid();
  // Claimed by a worker that is gone: its lease is over, its job is taken by another.
  await backend.sql("update webhook_delivery set attempts = 1, next_at = now() - interval '1 second'");
  await backend.sql(`
    update job set state = 'running', attempts = 1, fence = 1, worker = 'gone', lease_until = now() - interval '1 second'
    where kind = 'deliverWebhooks'`);
  await work();
  expect(told()).toMatchObject([{ event: "paid" }]);
});

describe("addresses that are not public", () => {
  it("are refused unless the operator allows them", async () => {
    await paid();
    await work(false);
    expect(got).toEqual([]);
    expect(await rows()).toMatchObject([{ state: "waiting", outcome: "EPRIVATE" }]);
  });

  it("also by a name", async () => {
    const { port } = server.address() as AddressInfo;
    await backend.sql("update access_app set webhook_url = $1", [`http://localhost:${port}/`]);
    await paid();
    await work(false);
    expect([got.length, (await rows())[0]?.outcome]).toEqual([0, "EPRIVATE"]);
  });
});
