/** What does the same in another way asks for the same right; and no text of a statement gets in by a sort or filter. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Method } from "~/contract/method";
import { decideRefund, quoteRefund, refundOrder } from "~/contract/order/order";
import { networkOrder, offlineOrder, saleLog } from "~/contract/order/order-lists";
import { methods } from "~/contract/registry";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
}, 300_000);
afterAll(() => backend.close());

const twins = (suffix: string): [Method, Method][] =>
  methods.flatMap((method) => {
    if (!method.name.endsWith(suffix)) return [];
    const single = method.name.slice(0, -suffix.length);
    const found = methods.find(({ business, name }) => business === method.business && name === single);
    return found ? [[found, method] as [Method, Method]] : [];
  });

test("a list's export is opened by the list's functions, and one of many rows by the button of one", () => {
  for (const suffix of ["Export", "Many"]) {
    const pairs = twins(suffix);
    expect(pairs.length, suffix).toBeGreaterThan(3);
    for (const [one, other] of pairs) {
      const functions = ({ access }: Method) => (typeof access === "object" ? [access.fun].flat() : access);
      expect(functions(other), other.name).toEqual(functions(one));
      const button = ({ access }: Method) => (typeof access === "object" ? access.button : undefined);
      if (button(one)) expect(button(other), other.name).toBe(button(one));
    }
  }
});

test("an export of a list is refused to whom the list is", async () => {
  const { token } = await backend.createUser({ grants: ["park"] });
  for (const [list, file] of twins("Export")) {
    const refusals = [
      await backend.call(list, {} as never, { as: token }),
      await backend.call(file, {} as never, { as: token }),
    ];
    expect(new Set(refusals.map(({ status }) => status === 200)).size, file.name).toBe(1);
  }
});

/** The same done by another door: of another channel, for several at once, taken up again. */
const sameRight: [string, string][] = [
  ["quoteRefund", "refundOrder"],
  ["jobCancel", "jobRetry"],
  ["schedulePause", "scheduleResume"],
  ["checkTicket", "uploadPassages"],
];

test("what does the same by another door asks for the same function and button", () => {
  const accessOf = (name: string) => methods.find((method) => method.name === name)?.access;
  for (const [one, other] of sameRight) {
    expect(accessOf(one), one).toBeTypeOf("object");
    expect(accessOf(other), other).toEqual(accessOf(one));
  }
});

test("orders of the network and of the counter are read, refunded and exported by who holds their own list, alike", async () => {
  const pairs: [string, Method, Method][] = [
    ["networkOrderList", networkOrder.methods.list, networkOrder.methods.export],
    ["offlineOrderList", offlineOrder.methods.list, offlineOrder.methods.export],
    ["buyTktLog", saleLog.methods.list, saleLog.methods.export],
  ];
  for (const [fun] of pairs) {
    const { token } = await backend.createUser({ grants: [fun] });
    const status = async (method: Method, payload: object) =>
      (await backend.call(method, payload as never, { as: token })).status;
    for (const [other, list, file] of pairs) {
      const isOwn = other === fun;
      expect((await status(list, {})) === 200, `${fun}: ${list.name}`).toBe(isOwn);
      expect((await status(file, { format: "csv" })) !== 403, `${fun}: ${file.name}`).toBe(isOwn);
    }
    // Who reads does not give money back; whose list has the button does, whichever channel it is of.
    const asked = { orderId: 1, items: [], ticketIds: [], reason: "改期", idempotencyKey: "a-key-of-the-test" };
    expect(await status(refundOrder, asked), fun).toBe(403);
    expect(await status(quoteRefund, { orderId: 1 }), fun).toBe(403);
    const seller = await backend.createUser({ grants: [fun, `${fun}/order:refund`] });
    expect((await backend.call(refundOrder, asked, { as: seller.token })).status, fun).toBe(404);
    expect((await backend.call(quoteRefund, { orderId: 1 }, { as: seller.token })).status, fun).toBe(404);
  }
});

test("a refund is decided by who holds its button on its list, not by who may ask for one", async () => {
  const asker = await backend.createUser({
    grants: ["offlineOrderList", "offlineOrderList/order:refund", "refundList"],
  });
  const decide = { refundId: 1, decision: "approve" } as const;
  expect((await backend.call(decideRefund, decide, { as: asker.token })).status).toBe(403);
  const decider = await backend.createUser({ grants: ["refundList", "refundList/refund:decide"] });
  expect((await backend.call(decideRefund, decide, { as: decider.token })).status).toBe(404);
});

const lists = methods.filter(
  ({ writes, payload }) =>
    !writes && payload instanceof z.ZodObject && "filters" in payload.shape && "sort" in payload.shape,
);
const texts = [
  "id; drop table orders",
  "(select password_hash from account limit 1)",
  "id desc, (select 1/0)",
  "1=1) or (true",
  "corp_code",
  "dataScope' or '1'='1",
];

test("text of a statement in a sort or the name of a filter is refused, or not looked at", async () => {
  expect(lists.length).toBeGreaterThan(15);
  const before = await digests(backend, { except: ["session"] });
  const idsIn = (data: unknown) => (data as { records: { id: number }[] }).records.map(({ id }) => id);
  for (const list of lists) {
    const plain = idsIn((await backend.call(list, {} as never)).data);
    for (const text of texts) {
      for (const payload of [{ sort: text }, { filters: { [text]: "1" } }, { order: text }]) {
        const reply = await backend.call(list, payload as never);
        const what = `${list.name} with ${JSON.stringify(payload)}`;
        // A list of one order looks at no sort at all.
        if (reply.status === 200) expect(idsIn(reply.data), what).toEqual(plain);
        else expect(reply.status, what).toBe(422);
      }
    }
  }
  expect(changed(before, await digests(backend, { except: ["session"] }))).toEqual([]);
}, 300_000);
