/** What a phone gate brings to the server once it has a line again, and what stays with it. */
import { afterEach, expect, test, vi } from "vitest";
import type { DeviceStore, Passage } from "~/gate-device/device-store";
import { upload } from "~/gate-device/upload-here";

afterEach(() => vi.unstubAllGlobals());

const passage = (passageKey: string, seq: number) =>
  ({ passageKey, seq, gateId: 1, at: "2026-11-23T01:00:00Z", code: {}, admitted: true, state: "waiting" }) as Passage;

/** A phone with two passages that wait, and a server that answers so. */
function phone(status: number, body: unknown) {
  const passages = new Map([passage("a", 1), passage("b", 2)].map((one) => [one.passageKey, one]));
  let turn: Promise<unknown> = Promise.resolve();
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const store = { unseal: async () => "TK1", putPassages: async () => undefined } as unknown as DeviceStore;
  const sent: string[][] = [];
  vi.stubGlobal("fetch", async (_: string, { body: text }: { body: string }) => {
    sent.push(JSON.parse(text).passages.map(({ passageKey }: Passage) => passageKey));
    return new Response(JSON.stringify(body), { status });
  });
  const caller = { corpCode: "0001", locale: "zh-CN" };
  const bring = () => upload({ store, caller, token: "t", alone, passages, gateId: 1, now: () => new Date() });
  return { passages, alone, sent, bring };
}

test("one that is taken back at the moment of an upload is not told to the server", async () => {
  const { passages, alone, sent, bring } = phone(200, { data: { conflicts: [] } });
  // Under way when the upload looks at what waits.
  void alone(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    passages.delete("b");
  });
  expect(await bring()).toEqual([]);
  expect(sent).toEqual([["a"]]);
  expect(passages.get("a")?.state).toBe("sent");
});

test.each([403, 404, 409, 429])("a server that refuses the phone (%i) gets them later", async (status) => {
  const { passages, bring } = phone(status, { message: "no" });
  await expect(bring()).rejects.toThrow("no");
  expect([...passages.values()].map(({ state, code }) => [state, code])).toEqual(Array(2).fill(["waiting", {}]));
});

test("one that the server cannot read is listed, and holds up no other", async () => {
  const { sent, bring } = phone(422, { message: "no" });
  expect((await bring()).map(({ passageKey }) => passageKey)).toEqual(["a", "b"]);
  expect(sent).toEqual([["a", "b"], ["a"], ["b"]]);
});
