/** Nonsense for every page and every action, as a tester sends it: a clear answer below 500, and the ledgers as they were. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { pages } from "./pages";
import { runConsole, scope } from "./support";

const running = runConsole({ LOG_LEVEL: "warn" });
/** The long tests send more of it. */
const numRuns = scope === "long" ? 12 : 4;

const actions = [
  ...pages,
  "/login",
  "/preferences",
  "/inside/buyTktList/print",
  "/manage/tktPos/new",
  "/ticket/quotaList/new",
  "/ticket/ticketList",
].filter((path) => path !== "/logout");

const names = [
  "intent",
  "id",
  "orderId",
  "ticketId",
  "gateId",
  "code",
  "people",
  "force",
  "visitDay",
  "quantity.1",
  "quantity.99999",
  "slot.11",
  "paymentType",
  "discount",
  "expectedPayable",
  "idempotencyKey",
  "visitorName.0",
  "visitorIdentity.0",
  "reason",
  "suspend",
  "publish",
  "approve",
  "name",
  "listPrice",
  "rowVersion",
  "price",
  "days",
  "month",
  "weekdays",
  "total",
  "locale",
  "lite",
  "oldpass",
  "newpass",
  "accName",
  "password",
  "redirectTo",
  "__proto__",
];
const nonsense = fc.oneof(
  fc.constantFrom(
    "",
    "sell",
    "check",
    "commit",
    "reverse",
    "0",
    "-1",
    "1e9",
    "NaN",
    "null",
    "[]",
    "{}",
    "99999999999999999999",
    "\u0000",
    "\u202e",
    "2026-02-30",
    "//evil.example",
    "<script>alert(1)</script>",
    "'; drop table orders; --",
    "T",
    "true",
    "1",
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ minLength: 3_000, maxLength: 4_000 }),
);
const bodies = fc.array(fc.tuple(fc.constantFrom(...names), nonsense), { maxLength: 8 });

async function signIn(): Promise<string> {
  const response = await fetch(`${running.url}/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(running.account("admin")),
  });
  return (response.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
}

test.each(actions)("7 nonsense posted to %s is answered below 500", async (path) => {
  const cookie = await signIn();
  const headers = { cookie, accept: "application/json" };
  await fc.assert(
    fc.asyncProperty(bodies, async (fields) => {
      const response = await fetch(running.url + path, {
        method: "POST",
        headers,
        redirect: "manual",
        body: new URLSearchParams(fields),
      });
      expect(
        response.status,
        `${JSON.stringify(fields).slice(0, 400)} ${await response.text()}`.slice(0, 800),
      ).toBeLessThan(500);
    }),
    { numRuns, seed: 7, endOnFailure: true },
  );
});

test("7 nonsense in the address of every page is answered below 500", async () => {
  const cookie = await signIn();
  const queries = [
    "?pageNo=-1&pageSize=7&sort=drop&order=x",
    "?id=0",
    "?id=1e9&orderId=x&ticketNo=%00",
    "?visitDay=2026-99-99&month=x&posId=-5",
    `?name=${"x".repeat(3000)}`,
    "?name=a&name=b&status=%F0%9F%98%80",
  ];
  for (const path of pages) {
    for (const query of queries) {
      const response = await fetch(running.url + (path.split("?")[0] ?? "") + query, {
        headers: { cookie, accept: "application/json" },
        redirect: "manual",
      });
      expect(response.status, `${path}${query}`.slice(0, 200)).toBeLessThan(500);
    }
  }
});

test("7 what is not a form is refused: JSON 415, too much 413", async () => {
  const cookie = await signIn();
  const post = (body: string, type: string) =>
    fetch(`${running.url}/manage/parkList/new`, { method: "POST", headers: { cookie, "content-type": type }, body });
  expect((await post("{}", "application/json")).status).toBe(415);
  expect((await post(`name=${"x".repeat(1_100_000)}`, "application/x-www-form-urlencoded")).status).toBe(413);
});
