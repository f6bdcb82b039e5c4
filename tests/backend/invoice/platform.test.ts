/** The invoice platform over HTTP: a local double with keys of its own, that answers late, twice, never, and wrongly signed. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answerSignature, platformHeaders } from "~server/backend/business/invoice/platform";
import { sendInvoices } from "~server/backend/business/invoice/send";
import { signatureOf } from "~server/backend/business/open/signature";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, friday, type TestPark } from "~tests/support/park";
import { race } from "~tests/support/race";
import { freshNumber, invoicesOf, settings } from "./support";

let backend: TestBackend;
let park: TestPark;
let server: Server;
let invoices: ReturnType<typeof invoicesOf>;
let now = friday;

const secret = "double-secret-0123456789";
/** What the platform has issued, by serial: the same serial is the same invoice. */
const issued = new Map<string, string>();
/** How it answers the next requests to issue. */
let mood: "well" | "silent" | "never" | "lost" | "late" | "doubled" | "wrong" | "refuses" | "twice" = "well";
/** Answers that come when nobody waits for them any more. */
let afterwards: (() => void)[] = [];
const heard: { path: string; serial: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      const path = request.url ?? "";
      const header = (name: string) => String(request.headers[name] ?? "");
      const [nonce, timestamp] = [header(platformHeaders.nonce), header(platformHeaders.timestamp)];
      const right = signatureOf(secret, { verb: "POST", target: path, timestamp, nonce, body });
      if (header(platformHeaders.key) !== "console" || header(platformHeaders.signature) !== right)
        return response.writeHead(401).end();
      const { serial } = JSON.parse(body) as { serial: string };
      heard.push({ path, serial });
      const say = (answer: object, key = secret) => {
        const text = JSON.stringify({ serial, ...answer });
        response.writeHead(200, { [platformHeaders.signature]: answerSignature(key, nonce, text) }).end(text);
      };
      const known = () => ({ state: "issued", number: issued.get(serial) ?? "", issuedOn: "2026-11-20" });
      if (path.endsWith("/query")) return say(issued.has(serial) ? known() : { state: "none" });
      if (mood === "silent") return request.socket.destroy();
      if (mood === "never") return;
      if (mood === "refuses") return say({ state: "failed", why: "授信额度不足" });
      if (!issued.has(serial)) issued.set(serial, mood === "twice" ? ([...issued.values()][0] ?? "") : freshNumber());
      if (mood === "lost") return request.socket.destroy();
      if (mood === "late") return afterwards.push(() => say(known()));
      if (mood === "doubled") {
        const text = JSON.stringify({ serial, ...known() });
        const signed = `${platformHeaders.signature}: ${answerSignature(secret, nonce, text)}`;
        const whole = `HTTP/1.1 200 OK\r\n${signed}\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
        return request.socket.end(whole + whole);
      }
      say(known(), mood === "wrong" ? "another-secret" : secret);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  backend = await openTestBackend();
  park = await createPark(backend);
  invoices = invoicesOf(backend);
  const { port } = server.address() as AddressInfo;
  await settings(backend, {
    ...{ way: "platform", platformUrl: `http://127.0.0.1:${port}/api`, platformKey: "console", platformSecret: secret },
  });
});
beforeEach(() => {
  mood = "well";
  heard.length = 0;
  afterwards = [];
});
afterEach(() => checkInvariants(backend));
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await backend.close();
});

/** As the worker does it; a minute later each time. `ms`: how long it waits for an answer, where that is not the usual time. */
async function send({ ms, workers = 1 }: { ms?: number; workers?: number } = {}) {
  now = new Date(now.getTime() + 60_000);
  await backend.sql("delete from job where kind = 'sendInvoices' and state = 'waiting'");
  for (let n = 0; n < workers; n += 1)
    await backend.sql("insert into job (corp_code, kind) values ('0001', 'sendInvoices')");
  await race(backend, workers, () => work(ms));
}
const work = (ms?: number) =>
  createWorker({
    ...{
      database: backend.database,
      kinds: ms === undefined ? allKinds : [sendInvoices([], ms)],
      now: () => now,
      secrets: secretsOfTests,
      webhooksToPrivate: true,
    },
  }).drain();
const requested = async () => invoices.requested([(await park.sell()).orderId]);
const calls = () => heard.map(({ path }) => path.replace("/api/", ""));

describe("an invoice that is sent", () => {
  test("is signed, issued with the platform's number, and its secret is nowhere to be read", async () => {
    const made = await requested();
    await send();
    expect(await invoices.row(made.id)).toMatchObject({ status: "issued", number: issued.get(made.serial) });
    const [kept] = await backend.sql<{ secret: string }>("select platform_secret as secret from invoice_seller");
    expect(kept?.secret).toMatch(/^enc1:/);
    expect((await invoices.press("cancel", made.id, { reason: "x" })).status).toBe(409);
  });

  test.each(["silent", "lost", "wrong"] as const)(
    "and heard of by nobody (%s) is asked for by its serial: one invoice",
    async (how) => {
      const made = await requested();
      mood = how;
      await send();
      expect(await invoices.row(made.id)).toMatchObject({ status: "sent", failure: expect.stringContaining("查询") });
      expect((await invoices.press("cancel", made.id, { reason: "x" })).status).toBe(409);
      mood = "well";
      await send();
      expect(await invoices.row(made.id)).toMatchObject({ status: "issued", number: issued.get(made.serial) });
      expect(calls()).toEqual(how === "silent" ? ["invoices", "query", "invoices"] : ["invoices", "query"]);
    },
  );

  test.each([
    ["late", 1],
    ["never", 2],
  ] as const)("and not answered in time (%s) is asked for by its serial: one invoice", async (how, times) => {
    const made = await requested();
    mood = how;
    await send({ ms: 300 });
    expect(await invoices.row(made.id)).toMatchObject({ status: "sent", failure: expect.stringContaining("查询") });
    // Issued after our time-out: the answer comes, and nobody waits for it.
    for (const answer of afterwards) answer();
    expect(await invoices.row(made.id)).toMatchObject({ status: "sent", number: null });
    mood = "well";
    await send();
    expect(await invoices.row(made.id)).toMatchObject({ status: "issued", number: issued.get(made.serial) });
    expect(calls().filter((path) => path === "invoices")).toHaveLength(times);
  });

  test("and answered twice is issued once", async () => {
    const made = await requested();
    mood = "doubled";
    await send();
    expect(await invoices.row(made.id)).toMatchObject({ status: "issued", number: issued.get(made.serial) });
    mood = "well";
    await send();
    expect(calls()).toEqual(["invoices"]);
  });

  test("by two workers at once goes out once", async () => {
    const made = await requested();
    await send({ workers: 2 });
    expect(await invoices.row(made.id)).toMatchObject({ status: "issued", number: issued.get(made.serial) });
    expect(calls()).toEqual(["invoices"]);
  });

  test("and whose worker was killed before it noted the answer is not sent twice", async () => {
    const made = await requested();
    await backend.sql(`create function killed() returns trigger language plpgsql as $$
      begin if new.status = 'issued' then raise exception 'killed'; end if; return new; end $$`);
    await backend.sql("create trigger killed before update on invoice for each row execute function killed()");
    await send();
    expect(await invoices.row(made.id)).toMatchObject({ status: "sent" });
    await backend.sql("drop trigger killed on invoice; drop function killed()");
    await send();
    expect(await invoices.row(made.id)).toMatchObject({ status: "issued" });
    expect(calls().filter((path) => path === "invoices")).toHaveLength(1);
  });

  test("and refused says why, and is tried again with the same serial", async () => {
    const made = await requested();
    mood = "refuses";
    await send();
    expect(await invoices.row(made.id)).toMatchObject({
      status: "failed",
      failure: expect.stringContaining("授信额度"),
    });
    mood = "well";
    expect((await invoices.press("retry", made.id)).message).toBe("");
    await send();
    expect(await invoices.row(made.id)).toMatchObject({ status: "issued", serial: made.serial });
  });

  test("with a number that another has is not believed", async () => {
    const made = await requested();
    mood = "twice";
    await send();
    expect(await invoices.row(made.id)).toMatchObject({
      status: "sent",
      failure: expect.stringContaining("号码不正确"),
    });
    issued.set(made.serial, freshNumber());
    mood = "well";
    await send();
    expect(await invoices.row(made.id)).toMatchObject({ status: "issued" });
  });
});

test("a red letter goes the same way, and the refund that waited for it goes on", async () => {
  const { orderId } = await park.sell();
  const made = await invoices.requested([orderId]);
  await send();
  expect((await invoices.refund(orderId)).data.state).toBe("held");
  const red = await invoices.red(made.id);
  expect((await invoices.issueRed(red.data.id)).message).toContain("由平台开具");
  mood = "lost";
  await send();
  expect(await backend.sql("select status from invoice_red where id = $1", [red.data.id])).toEqual([
    { status: "sent" },
  ]);
  mood = "well";
  await send();
  expect(await backend.sql("select status from invoice_red where id = $1", [red.data.id])).toEqual([
    { status: "issued" },
  ]);
  expect(await backend.sql("select state from refund where order_id = $1", [orderId])).toEqual([{ state: "done" }]);
});
