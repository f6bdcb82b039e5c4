/** What does the same in another way asks for the same right; and no text of a statement gets in by a sort or filter. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Method } from "~/contract/method";
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
