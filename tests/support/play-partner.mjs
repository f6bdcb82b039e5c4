/** Plays a connected application against a running console (docs/open-api.md): `npm run play-partner`. It knows no code of ours. */
import { createHash, createHmac, randomUUID } from "node:crypto";
import { createServer } from "node:http";

const { CONSOLE_URL = "http://127.0.0.1:3000", CORP_CODE = "0001", APP_ID = "", APP_SECRET = "" } = process.env;
const port = Number(process.env.WEBHOOK_PORT ?? 4190);
if (!APP_ID || !APP_SECRET) {
  console.error("Set APP_ID and APP_SECRET of an access application with all scopes.");
  process.exit(2);
}

const hash = (text) => createHash("sha256").update(text).digest("hex");
const sign = (lines) => createHmac("sha256", APP_SECRET).update(lines.join("\n")).digest("hex");

async function ask(verb, path, content, bent = {}) {
  const body = content === undefined ? "" : JSON.stringify(content);
  const { timestamp = String(Date.now()), nonce = randomUUID() } = bent;
  const target = `/open/v1${path}`;
  const signature = bent.signature ?? sign([verb, target, timestamp, nonce, hash(body)]);
  const response = await fetch(new URL(target, CONSOLE_URL), {
    method: verb,
    headers: {
      ...{ "x-corp-code": CORP_CODE, "x-app-id": APP_ID, "x-timestamp": timestamp, "x-nonce": nonce },
      ...{ "x-signature": signature, "content-type": "application/json", "accept-language": "en" },
    },
    ...(verb === "POST" && { body }),
  });
  const { data, message, errors, facts } = await response.json();
  return { status: response.status, data, message, errors, facts };
}

let failed = 0;
function expect(what, holds, seen) {
  console.log(`${holds ? "ok  " : "FAIL"} ${what}`);
  if (holds) return;
  failed += 1;
  console.log("    ", JSON.stringify(seen));
}

const told = [];
const receiver = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString("utf8");
  const { "x-timestamp": timestamp, "x-nonce": nonce, "x-signature": signature } = request.headers;
  const isOurs = signature === sign(["POST", request.url, timestamp, nonce, hash(body)]);
  told.push({ ...JSON.parse(body), isOurs });
  response.writeHead(isOurs ? 204 : 401).end();
});
await new Promise((resolve) => receiver.listen(port, resolve));

/** Until it was told, or half a minute is over. */
async function wasTold(outerNo, event) {
  for (let second = 0; second < 60; second += 1) {
    const found = told.find((one) => one.outerNo === outerNo && one.event === event);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return null;
}

const visitDay = process.env.VISIT_DAY ?? new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
const shelf = await ask("GET", `/products?visitDay=${visitDay}`);
expect("products are listed", shelf.status === 200, shelf);
const product = shelf.data?.products.find(
  (one) => one.realName === "none" && one.whyNot === "" && one.slots.length === 0,
);
if (!product) {
  console.error(`Nothing without names and slots is sold on the application's channel on ${visitDay}.`);
  process.exit(1);
}
console.log(`     ${product.name}, ${(product.price / 100).toFixed(2)}, left: ${product.left ?? "no limit"}`);

const quantity = Math.max(2, product.minPerOrder);
const order = (outerNo) => ({
  ...{ outerNo, visitDay, lines: [{ ticketTypeId: product.ticketTypeId, quantity }] },
  ...{ contactName: "Play Partner", contactMobile: "13800138000" },
});
const most = () => [
  { ticketTypeId: product.ticketTypeId, quantity: Math.min(product.maxPerOrder, product.left ?? 100) },
];
const outerNo = `PLAY-${Date.now()}`;
const nonce = randomUUID();
const held = await ask("POST", "/orders", order(outerNo), { nonce });
expect("an order is held", held.data?.state === "pending" && held.data.tickets.every(({ code }) => code === ""), held);
expect("a replay is refused", (await ask("POST", "/orders", order(outerNo), { nonce })).status === 401);
const wrong = await ask("GET", `/orders/${outerNo}`, undefined, { signature: "0".repeat(64) });
expect("a wrong signature is refused", wrong.status === 401, wrong);
const again = await ask("POST", "/orders", order(outerNo));
expect("the same number is the same order", again.data?.orderNo === held.data?.orderNo, again);

const notice = { payNo: `PAY-${outerNo}`, amount: held.data?.payable };
const how = held.data?.onAccount ? "confirm" : "pay";
expect(
  "the shelf says on whose account it sells",
  (shelf.data.agency !== "") === (how === "confirm"),
  shelf.data.agency,
);
if (how === "confirm") {
  const collected = await ask("POST", `/orders/${outerNo}/pay`, notice);
  expect("what is sold on account is not told as collected", collected.status === 409, collected);
}
const paid = await ask("POST", `/orders/${outerNo}/${how}`, notice);
expect("a payment makes it paid", paid.data?.state === "paid" && paid.data.tickets[0].code !== "", paid);
const twice = await ask("POST", `/orders/${outerNo}/${how}`, notice);
expect("the same notice again pays nothing", twice.data?.paid === held.data?.payable, twice);
const seen = await ask("GET", `/orders/${outerNo}`);
expect("a query tells it", seen.data?.orderNo === held.data?.orderNo, seen);

const refund = { outerRefundNo: `R-${outerNo}`, ticketNos: [paid.data?.tickets[0].ticketNo], reason: "Playing" };
const back = await ask("POST", `/orders/${outerNo}/refund`, refund);
if (back.status === 409) console.log(`     the ticket's rule keeps it: ${back.message}`);
else {
  expect("a ticket goes back", back.status === 200, back);
  const same = await ask("POST", `/orders/${outerNo}/refund`, refund);
  expect("the same refund again is the same", same.data?.refundNo === back.data?.refundNo, same);
}

if (how === "confirm") {
  const dear = await ask("POST", "/orders", { ...order(`${outerNo}-C`), lines: most() });
  const due = { payNo: `PAY-${outerNo}-C`, amount: dear.data?.payable };
  const no = await ask("POST", `/orders/${outerNo}-C/confirm`, due);
  if (no.status === 200)
    console.log("     the account bears that as well: give the agency less credit to see it refused");
  else {
    const { facts } = no;
    const adds = facts && facts.missing === facts.amount - facts.free && facts.amount === due.amount;
    expect("what the account does not bear is refused with its figures", no.status === 409 && adds, no);
    await ask("POST", `/orders/${outerNo}-C/cancel`, {});
  }
}

const other = await ask("POST", "/orders", order(`${outerNo}-B`));
const gone = await ask("POST", `/orders/${outerNo}-B/cancel`, {});
expect("an unpaid order is given up", other.status === 200 && gone.data?.state === "cancelled", gone);

if (process.env.NO_WEBHOOKS !== "1") {
  const events = [
    [outerNo, "paid"],
    [`${outerNo}-B`, "cancelled"],
    ...(back.data?.state === "done" ? [[outerNo, "refunded"]] : []),
  ];
  for (const [number, event] of events) {
    const found = await wasTold(number, event);
    expect(`the webhook ${event} has come, signed`, found?.isOurs === true, found);
  }
}
receiver.close();
process.exit(failed > 0 ? 1 : 0);
