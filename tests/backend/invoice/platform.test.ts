/** The invoice platform over HTTP: a local double with keys of its own, that answers late, twice, never, and wrongly signed. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendInvoices } from "~server/backend/business/invoice/send";
import { createWorker } from "~server/backend/jobs/worker";
import { putMailSender, toSmtp } from "~server/backend/kernel/mail";
import { allKinds } from "~server/backend/served";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, friday, type TestPark } from "~tests/support/park";
import { race } from "~tests/support/race";
import { openPlatform, type PlatformDouble } from "./platform-double";
import { freshNumber, invoicesOf, settings } from "./support";

let backend: TestBackend;
let park: TestPark;
let platform: PlatformDouble;
let invoices: ReturnType<typeof invoicesOf>;
let now = friday;

beforeAll(async () => {
  platform = await openPlatform();
  backend = await openTestBackend();
  park = await createPark(backend);
  invoices = invoicesOf(backend);
  await settings(backend, platform.fields);
});
beforeEach(() => {
  platform.mood = "well";
  platform.heard.length = 0;
  platform.files = {};
  platform.afterwards = [];
});
afterEach(() => checkInvariants(backend));
afterAll(async () => {
  platform.close();
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
      store: backend.store,
      webhooksToPrivate: true,
    },
  }).drain();
const requested = async () => invoices.requested([(await park.sell()).orderId]);
const calls = () => platform.calls();

describe("an invoice that is sent", () => {
  test("is signed, issued with the platform's number, and its secret is nowhere to be read", async () => {
    const made = await requested();
    await send();
    expect(await invoices.row(made.id)).toMatchObject({ status: "issued", number: platform.issued.get(made.serial) });
    const [kept] = await backend.sql<{ secret: string }>("select platform_secret as secret from invoice_seller");
    expect(kept?.secret).toMatch(/^enc1:/);
    expect((await invoices.press("cancel", made.id, { reason: "x" })).status).toBe(409);
  });

  test.each(["silent", "lost", "wrong"] as const)(
    "and heard of by nobody (%s) is asked for by its serial: one invoice",
    async (how) => {
      const made = await requested();
      platform.mood = how;
      await send();
      expect(await invoices.row(made.id)).toMatchObject({ status: "sent", failure: expect.stringContaining("查询") });
      expect((await invoices.press("cancel", made.id, { reason: "x" })).status).toBe(409);
      platform.mood = "well";
      await send();
      expect(await invoices.row(made.id)).toMatchObject({ status: "issued", number: platform.issued.get(made.serial) });
      expect(calls()).toEqual(how === "silent" ? ["invoices", "query", "invoices"] : ["invoices", "query"]);
    },
  );

  test.each([
    ["late", 1],
    ["never", 2],
  ] as const)("and not answered in time (%s) is asked for by its serial: one invoice", async (how, times) => {
    const made = await requested();
    platform.mood = how;
    await send({ ms: 300 });
    expect(await invoices.row(made.id)).toMatchObject({ status: "sent", failure: expect.stringContaining("查询") });
    // Issued after our time-out: the answer comes, and nobody waits for it.
    for (const answer of platform.afterwards) answer();
    expect(await invoices.row(made.id)).toMatchObject({ status: "sent", number: null });
    platform.mood = "well";
    await send();
    expect(await invoices.row(made.id)).toMatchObject({ status: "issued", number: platform.issued.get(made.serial) });
    expect(calls().filter((path) => path === "invoices")).toHaveLength(times);
  });

  test("keeps the originals that came with the answer, also with one to the question by serial; what is no document is left", async () => {
    const pdf = Buffer.from("%PDF-1.7 as the platform gave it");
    const xml = Buffer.from('<?xml version="1.0"?><EInvoice/>');
    platform.files = { "发票.pdf": pdf, "发票.xml": xml, "page.html": Buffer.from("<html><script>1</script></html>") };
    for (const mood of ["well", "lost"] as const) {
      const made = await requested();
      platform.mood = mood;
      await send();
      if (mood === "lost") await send();
      const { status, files } = (await invoices.row(made.id)) as { status: string; files: string };
      const paths = files.split(",");
      expect([status, paths.length]).toEqual(["issued", 2]);
      const kept = await backend.sql(
        `select f.name, f.state, u.thing from stored_file f join file_use u on u.corp_code = f.corp_code and u.path = f.path
         where u.thing_id = $1 and u.field = 'files' order by f.name desc`,
        [made.id],
      );
      expect(kept).toEqual([
        { name: "发票.xml", state: "kept", thing: "invoice" },
        { name: "发票.pdf", state: "kept", thing: "invoice" },
      ]);
      const bytes = paths.map((path) => Buffer.from(backend.store.files.get(path.slice(1))?.bytes ?? []).toString());
      expect(bytes).toEqual([String(pdf), String(xml)]);
    }
  });

  test("and came with its originals goes to the buyer's mail by itself, once", async () => {
    putMailSender(toSmtp("smtp://127.0.0.1:1", "invoice@example.com"));
    try {
      const made = await invoices.requested([(await park.sell()).orderId], { mail: "buyer@example.org" });
      platform.files = { "发票.pdf": Buffer.from("%PDF-1.7 as the platform gave it") };
      await send();
      await send();
      expect(await backend.sql("select address from invoice_mail where invoice_id = $1", [made.id])).toEqual([
        { address: "buyer@example.org" },
      ]);
    } finally {
      putMailSender(null);
    }
  });

  test("and answered twice is issued once", async () => {
    const made = await requested();
    platform.mood = "doubled";
    await send();
    expect(await invoices.row(made.id)).toMatchObject({ status: "issued", number: platform.issued.get(made.serial) });
    platform.mood = "well";
    await send();
    expect(calls()).toEqual(["invoices"]);
  });

  test("by two workers at once goes out once", async () => {
    const made = await requested();
    await send({ workers: 2 });
    expect(await invoices.row(made.id)).toMatchObject({ status: "issued", number: platform.issued.get(made.serial) });
    expect(calls()).toEqual(["invoices"]);
  });

  test("and refused says why, and is tried again with the same serial", async () => {
    const made = await requested();
    platform.mood = "refuses";
    await send();
    expect(await invoices.row(made.id)).toMatchObject({
      status: "failed",
      failure: expect.stringContaining("授信额度"),
    });
    platform.mood = "well";
    expect((await invoices.press("retry", made.id)).message).toBe("");
    await send();
    expect(await invoices.row(made.id)).toMatchObject({ status: "issued", serial: made.serial });
  });

  test("with a number that another has is not believed", async () => {
    const made = await requested();
    platform.mood = "twice";
    await send();
    expect(await invoices.row(made.id)).toMatchObject({
      status: "sent",
      failure: expect.stringContaining("号码不正确"),
    });
    platform.issued.set(made.serial, freshNumber());
    platform.mood = "well";
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
  platform.mood = "lost";
  await send();
  expect(await backend.sql("select status from invoice_red where id = $1", [red.data.id])).toEqual([
    { status: "sent" },
  ]);
  platform.mood = "well";
  await send();
  expect(await backend.sql("select status from invoice_red where id = $1", [red.data.id])).toEqual([
    { status: "issued" },
  ]);
  expect(await backend.sql("select state from refund where order_id = $1", [orderId])).toEqual([{ state: "done" }]);
});
