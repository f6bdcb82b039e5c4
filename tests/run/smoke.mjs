// Runs the built product in this very version of Node: signs in, sells two tickets, checks one, uploads a file.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { open } from "../../build/console.js";

const buildDirectory = fileURLToPath(new URL("../../build", import.meta.url));
const dataDir = await mkdtemp(path.join(tmpdir(), "console-smoke-"));
const environment = { DATA_DIR: dataDir, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "warn" };
const running = await open({ ...process.env, ...environment }, { demo: true, buildDirectory });
let failure;
await mainJob().catch((error) => {
  failure = error;
});
await running.close();
await rm(dataDir, { recursive: true });
console.log(`Node ${process.version}: ${failure ? failure.stack : "signed in, sold, checked, uploaded"}`);
// As the product itself ends: its time limits would go on for a while.
process.exit(failure ? 1 : 0);

async function mainJob() {
  const seller = await signIn("seller");
  const { counter } = await asked(seller, "/inside/buyTktList");
  const type = counter.offers[0].ticketTypeId;
  const sale = { intent: "sell", visitDay: counter.today, paymentType: "cash", [`quantity.${type}`]: "2" };
  const sold = await asked(seller, "/inside/buyTktList", form({ ...sale, idempotencyKey: randomUUID() }));
  const { tickets } = await asked(seller, sold.redirectTo);
  assert.equal(tickets.length, 2);

  const keeper = await signIn("gatekeeper");
  const { desk } = await asked(keeper, "/manage/tktChevkPage");
  const check = { intent: "check", gateId: desk.gates[0].value, code: tickets[0].no };
  const verdict = async () => (await asked(keeper, "/manage/tktChevkPage", form(check))).verdict.reason;
  assert.deepEqual([await verdict(), await verdict()], ["ok", "alreadyUsed"]);

  const manager = await signIn("manager");
  const files = new FormData();
  files.set("files.upload", new File(["编码,名称\r\n"], "终端.csv", { type: "text/csv" }));
  const uploaded = await asked(manager, "/upload?accept=file", { method: "POST", body: files });
  assert.equal(uploaded.files[0]?.name, "终端.csv", JSON.stringify(uploaded.errors));
  const page = await fetch(running.url + uploaded.files[0].path, { headers: { cookie: manager } });
  assert.equal(await page.text(), "编码,名称\r\n");
}

async function signIn(wanted) {
  const { accName, password } = running.backend.accounts.find(({ role }) => role === wanted);
  const answer = await fetch(`${running.url}/login`, { ...form({ accName, password }), redirect: "manual" });
  assert.equal(answer.status, 303);
  const cookies = answer.headers.getSetCookie().map((one) => one.split(";")[0]);
  return cookies.join("; ");
}

function form(fields) {
  return { method: "POST", body: new URLSearchParams(fields) };
}

async function asked(cookie, address, request = {}) {
  const answer = await fetch(running.url + address, { ...request, headers: { cookie, accept: "application/json" } });
  const text = await answer.text();
  assert.equal(answer.status, 200, `${address}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}
