/** Server-sent events: one look a second whoever listens, an end for everybody, and nothing left behind. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ConsoleContext } from "~/contract/context";
import { eventStream, streamsOpen } from "~/screens/event-stream.server";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const contextOf = (corpCode: string, stopping = new AbortController().signal) =>
  ({ session: { corpCode }, stopping }) as ConsoleContext;

/** Listens, and keeps what was told. */
function listen(context: ConsoleContext, ask: () => Promise<string>, first = "a") {
  const response = eventStream(context, { topic: "seats 1", first, ask });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const told: string[] = [];
  const heard = { told, isOver: false, leave: () => reader.cancel() };
  const read = async (): Promise<void> => {
    const { done, value } = await reader.read();
    if (done) {
      heard.isOver = true;
      return;
    }
    told.push(...(new TextDecoder().decode(value).match(/(?<=^data: ).*$/gm) ?? []));
    return read();
  };
  void read();
  return heard;
}
const seconds = (n: number) => vi.advanceTimersByTimeAsync(n * 1_000);

test("what is looked at is told at first and when it is another one, by one look a second for all who listen", async () => {
  let now = "a";
  const ask = vi.fn(async () => now);
  const context = contextOf("0001");
  const [one, other] = [listen(context, ask), listen(context, ask)];
  await seconds(3);
  expect(ask).toHaveBeenCalledTimes(3);
  now = "b";
  await seconds(1);
  await seconds(1);
  expect([one.told, other.told]).toEqual([
    ["a", "b"],
    ["a", "b"],
  ]);
  await one.leave();
  now = "c";
  await seconds(1);
  expect([one.told, other.told.at(-1)]).toEqual([["a", "b"], "c"]);
  await other.leave();
  const asked = ask.mock.calls.length;
  await seconds(5);
  expect([ask.mock.calls.length, streamsOpen()]).toEqual([asked, 0]);
});

test("another company's topic of the same name is another one", async () => {
  const [ours, theirs] = [vi.fn(async () => "b"), vi.fn(async () => "a")];
  const [one, other] = [listen(contextOf("0001"), ours), listen(contextOf("2088"), theirs)];
  await seconds(2);
  expect([one.told, other.told]).toEqual([["a", "b"], ["a"]]);
  await Promise.all([one.leave(), other.leave()]);
  expect(streamsOpen()).toBe(0);
});

test("it ends when the console stops, and by itself, so that session and right are asked anew", async () => {
  const stop = new AbortController();
  const context = contextOf("0001", stop.signal);
  const one = listen(context, async () => "a");
  await seconds(44);
  expect(one.isOver).toBe(false);
  await seconds(2);
  expect([one.isOver, streamsOpen()]).toEqual([true, 0]);
  const other = listen(context, async () => "a");
  stop.abort();
  const late = listen(context, async () => "a");
  await seconds(0);
  expect([other.isOver, late.isOver, streamsOpen()]).toEqual([true, true, 0]);
});

test("whoever may no longer ask hears the end; the others go on", async () => {
  const context = contextOf("0001");
  let now = "a";
  const one = listen(context, async () => now);
  const signedOut = listen(context, () => Promise.reject(new Error("signed out")));
  now = "b";
  await seconds(3);
  expect([signedOut.isOver, one.isOver, one.told]).toEqual([true, false, ["a", "b"]]);
  await one.leave();
});
