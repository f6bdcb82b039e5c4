/**
 * The worker dies after the platform has issued an invoice and before our row says so: its process by SIGKILL, and its
 * connection. The next round finds it issued under the same serial, sends it to nobody again, and no serial is missing.
 */
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { makeWorkplace, type Workplace } from "~tests/reliability/killed-child";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { killedWhile } from "~tests/support/killed";
import { createPark, friday, type TestPark } from "~tests/support/park";
import { raceIsReal } from "~tests/support/race";
import { openPlatform, type PlatformDouble } from "./platform-double";
import { invoicesOf, settings } from "./support";

let backend: TestBackend;
let park: TestPark;
let platform: PlatformDouble;
let workplace: Workplace;
let invoices: ReturnType<typeof invoicesOf>;
let now = friday;

beforeAll(async () => {
  if (raceIsReal) workplace = await makeWorkplace("tests/backend/invoice/send-and-die.ts");
  platform = await openPlatform();
  backend = await openTestBackend();
  park = await createPark(backend);
  invoices = invoicesOf(backend);
  await settings(backend, platform.fields);
});
beforeEach(() => {
  platform.heard.length = 0;
  platform.onIssued = () => {};
  platform.mood = "well";
});
afterEach(() => checkInvariants(backend));
afterAll(async () => {
  workplace?.remove();
  platform.close();
  await backend.close();
});

/** A job for the next worker, a minute later; of what died before nothing is left to wait for. */
async function anotherRound(): Promise<void> {
  now = new Date(now.getTime() + 60_000);
  await backend.sql("delete from job where kind = 'sendInvoices'");
  await backend.sql("insert into job (corp_code, kind) values ('0001', 'sendInvoices')");
}
const work = () =>
  createWorker({
    ...{ database: backend.database, kinds: allKinds, now: () => now },
    ...{ secrets: secretsOfTests, webhooksToPrivate: true },
  }).drain();
const requested = async () => invoices.requested([(await park.sell()).orderId]);
const numberOf = (serial: string) => Number(serial.slice(-8));

async function foundByTheNextRound(made: { id: number; serial: string }): Promise<void> {
  expect(platform.calls()).toEqual(["invoices"]);
  expect(await invoices.row(made.id)).toMatchObject({ status: "sent", number: null, serial: made.serial });
  expect((await invoices.press("cancel", made.id, { reason: "x" })).status).toBe(409);
  await anotherRound();
  await work();
  expect(platform.calls()).toEqual(["invoices", "query"]);
  expect(await invoices.row(made.id)).toMatchObject({
    ...{ status: "issued", serial: made.serial, number: platform.issued.get(made.serial), attempts: 2 },
  });
  const next = await requested();
  expect(numberOf(next.serial)).toBe(numberOf(made.serial) + 1);
  await invoices.press("cancel", next.id, { reason: "x" });
  const [count] = await backend.sql<{ n: number }>("select count(*)::int as n from invoice where number is not null");
  expect(count?.n).toBe(platform.issued.size);
}

test.runIf(raceIsReal)("a process killed by SIGKILL between sent and issued: one invoice, no gap", async () => {
  const made = await requested();
  await anotherRound();
  const [{ name = "" } = {}] = await backend.sql<{ name: string }>("select current_database() as name");
  const url = new URL(process.env.TEST_DATABASE_URL ?? "");
  url.pathname = name;
  const child = workplace.start(url.href, now.toISOString());
  const ended = once(child, "exit");
  // Nothing is answered: the process is dead whatever the line does.
  platform.mood = "late";
  platform.onIssued = () => child.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
  await foundByTheNextRound(made);
});

test.runIf(raceIsReal)("a connection cut where it notes that one is issued: one invoice, no gap", async () => {
  const made = await requested();
  await anotherRound();
  const press = async () => {
    await work();
    return { success: (await invoices.row(made.id)).status === "issued" };
  };
  const cut = await killedWhile(backend, "invoice", press, "new.status = 'issued'", "update");
  expect(cut).toEqual({ success: false, killed: 1 });
  await foundByTheNextRound(made);
});
