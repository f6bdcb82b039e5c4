/** The line to the server, without a browser: what waits, what goes on by itself, and what is sent once. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Line, type Surroundings, textOf } from "~/line/line";

type Reply = () => Response | Promise<Response>;

interface Sent {
  address: string;
  key: string | null;
  typedBy: string | null;
}

/** Answers in turn: a function answers, null breaks the line. `/posted` is answered by `posted`. */
function lineOf(
  replies: (Reply | null)[],
  more: Partial<Surroundings> & { posted?: (boolean | null | undefined)[] } = {},
) {
  const sent: Sent[] = [];
  const { posted = [], ...around } = more;
  let keys = 0;
  const line = new Line({
    async fetch(address, init) {
      const headers = new Headers(init.headers);
      sent.push({ address: String(address), key: headers.get("x-post-key"), typedBy: headers.get("x-typed-by") });
      if (String(address).startsWith("/posted")) {
        const done = posted.shift();
        if (done === undefined) throw new TypeError("Failed to fetch");
        return Response.json({ done });
      }
      const reply = replies.shift();
      if (!reply) throw new TypeError("Failed to fetch");
      return reply();
    },
    newKey: () => `key-${++keys}`,
    now: () => Date.now(),
    typedBy: () => "0001/7",
    hasTyped: () => false,
    accepted: () => undefined,
    remember: () => undefined,
    submitsChanged: () => false,
    ...around,
  });
  const addresses = () => sent.map(({ address }) => address.split("?")[0]);
  return { line, sent, addresses };
}

const good =
  (text = "good") =>
  () =>
    new Response(text, { headers: { "content-type": "text/x-script" } });
const sale = (more: RequestInit = {}) => ({ method: "POST", body: new URLSearchParams({ quantity: "2" }), ...more });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a read that finds no line says so and goes on by itself, at longer and longer intervals", async () => {
  const { line, addresses } = lineOf([null, null, good()]);
  const answer = line.send("/index.data");
  await vi.advanceTimersByTimeAsync(0);
  expect(line.trouble()).toEqual({ what: "broken", post: false });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(addresses()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(addresses()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await (await answer).text()).toBe("good");
  expect(line.trouble()).toBeNull();
});

test("a read goes on at once when the browser says that it is online", async () => {
  const { line } = lineOf([null, good()]);
  const answer = line.send("/index.data");
  await vi.advanceTimersByTimeAsync(0);
  line.wake("online");
  expect((await answer).status).toBe(200);
});

test("a post is never sent again by itself: the page asks whether it arrived, and waits for a press", async () => {
  const { line, sent, addresses } = lineOf([null, good()], { posted: [undefined, false] });
  const answer = line.send("/sale.data", sale());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(line.trouble()).toEqual({ what: "broken", post: true });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(line.trouble()).toEqual({ what: "notSent" });
  await vi.advanceTimersByTimeAsync(600_000);
  line.wake("online");
  await vi.advanceTimersByTimeAsync(0);
  expect(addresses()).toEqual(["/sale.data", "/posted", "/posted"]);
  line.wake("press");
  await vi.advanceTimersByTimeAsync(0);
  expect((await answer).status).toBe(200);
  expect(sent.map(({ key }) => key)).toEqual(["key-1", null, null, "key-1"]);
});

test("a post that had gone through is sent again by itself under its key, for its first answer", async () => {
  const { line, sent } = lineOf([null, good("receipt")], { posted: [true] });
  const answer = line.send("/sale.data", sale());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await (await answer).text()).toBe("receipt");
  expect(line.trouble()).toEqual({ what: "wentThrough" });
  expect(sent.at(-1)?.key).toBe("key-1");
  await vi.advanceTimersByTimeAsync(8_000);
  expect(line.trouble()).toBeNull();
});

test("where nobody can tell whether a post arrived, that is said, and pressing before that does not count", async () => {
  const { line, addresses } = lineOf([null, good()], { posted: [null] });
  const answer = line.send("/sale.data", sale());
  await vi.advanceTimersByTimeAsync(0);
  line.wake("press");
  await vi.advanceTimersByTimeAsync(0);
  expect(line.trouble()).toEqual({ what: "unsure" });
  expect(addresses()).toEqual(["/sale.data", "/posted"]);
  line.wake("press");
  expect((await answer).status).toBe(200);
});

test("the question names the form's own key and the age of the post", async () => {
  const { line, sent } = lineOf([null, good()], { posted: [false] });
  const body = new URLSearchParams({ idempotencyKey: "f0rm-key-1", quantity: "2" });
  void line.send("/sale.data", { method: "POST", body });
  await vi.advanceTimersByTimeAsync(1_000);
  const query = new URLSearchParams(sent[1]?.address.split("?")[1]);
  expect(Object.fromEntries(query)).toEqual({ key: "key-1", form: "f0rm-key-1", age: "1000" });
});

test("the same post pressed anew while the first waits goes under the same key, another one under its own", async () => {
  const { line, sent } = lineOf([null, good(), good()]);
  const leaving = new AbortController();
  const first = line.send("/sale.data", sale({ signal: leaving.signal })).catch((error) => error.name);
  await vi.advanceTimersByTimeAsync(0);
  leaving.abort();
  expect(await first).toBe("AbortError");
  expect(line.trouble()).toBeNull();
  await line.send("/sale.data", sale());
  await line.send("/sale.data", sale());
  expect(sent.map(({ key }) => key)).toEqual(["key-1", "key-1", "key-2"]);
});

test("an answer that breaks off in the middle is none, and neither is a proxy's own page", async () => {
  const torn = () =>
    new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError("network error")) }));
  const proxy = () => new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "content-type": "text/html" } });
  const { line } = lineOf([torn, proxy, good()]);
  const answer = line.send("/index.data");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await (await answer).text()).toBe("good");
});

test("the console's own failures are answers", async () => {
  const failed = () => new Response("[]", { status: 504, headers: { "content-type": "text/x-script" } });
  const { line } = lineOf([failed]);
  expect((await line.send("/index.data")).status).toBe(504);
});

test("a line that does not answer at all is broken after three quarters of a minute", async () => {
  const { line } = lineOf([good()], {
    fetch: (_, { signal }) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  });
  void line.send("/index.data");
  await vi.advanceTimersByTimeAsync(44_000);
  expect(line.trouble()).toBeNull();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(line.trouble()).toEqual({ what: "broken", post: false });
});

const signedOut = () => new Response("away", { status: 202, headers: { "x-sign-in": "/login" } });

test("a post by somebody signed out asks for the sign-in, and goes on after it", async () => {
  const { line, sent } = lineOf([signedOut, good()]);
  const answer = line.send("/sale.data", sale());
  await vi.advanceTimersByTimeAsync(0);
  expect(line.trouble()).toEqual({ what: "signIn", door: "/login" });
  line.decide("go");
  expect(await (await answer).text()).toBe("good");
  expect(sent.map(({ key, typedBy }) => [key, typedBy])).toEqual([
    ["key-1", "0001/7"],
    ["key-1", "0001/7"],
  ]);
});

test("who does not sign in stays with what was typed; a read is led to the sign-in unless something was typed", async () => {
  const one = lineOf([signedOut]);
  const answer = one.line.send("/sale.data", sale());
  await vi.advanceTimersByTimeAsync(0);
  one.line.decide("stop");
  expect((await answer).status).toBe(204);
  expect(await (await lineOf([signedOut]).line.send("/index.data")).text()).toBe("away");
  const typed = lineOf([signedOut, good()], { hasTyped: () => true });
  void typed.line.send("/index.data");
  await vi.advanceTimersByTimeAsync(0);
  expect(typed.line.trouble()).toEqual({ what: "signIn", door: "/login" });
});

const stranger = () => new Response(null, { status: 409, headers: { "x-signed-in-as": encodeURIComponent("李雷") } });

test("another account is asked before it sends what the first one typed", async () => {
  const { line, sent } = lineOf([stranger, good()]);
  const answer = line.send("/sale.data", sale());
  await vi.advanceTimersByTimeAsync(0);
  expect(line.trouble()).toEqual({ what: "stranger", name: "李雷" });
  expect(sent).toHaveLength(1);
  line.decide("go");
  expect((await answer).status).toBe(200);
  expect(sent[1]).toMatchObject({ typedBy: null, key: "key-1" });
  const other = lineOf([stranger]);
  const left = other.line.send("/sale.data", sale());
  await vi.advanceTimersByTimeAsync(0);
  other.line.decide("stop");
  expect((await left).status).toBe(204);
  expect(other.sent).toHaveLength(1);
});

test("a part of the program is asked for until it comes; one that is gone from the server fails", async () => {
  const { line } = lineOf([]);
  let turns = 0;
  const load = async () => {
    if (++turns < 3) throw new TypeError("Failed to fetch dynamically imported module");
    return "part";
  };
  const part = line.bring(load, async () => false);
  await vi.advanceTimersByTimeAsync(0);
  expect(line.trouble()).toEqual({ what: "broken", post: false });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await part).toBe("part");
  const gone = line
    .bring(
      () => Promise.reject(new Error("gone")),
      async () => true,
    )
    .catch(String);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await gone).toBe("Error: gone");
});

test("bodies are told apart by what they say, files by name and size", () => {
  const form = new FormData();
  form.append("name", "a b");
  form.append("file", new File(["abc"], "a.txt", { lastModified: 5 }));
  expect(textOf(form)).toBe("name=a+b&file=a.txt+3+5");
  expect(textOf(new URLSearchParams({ name: "a b" }))).toBe("name=a+b");
  expect(textOf(undefined)).toBe("");
});

test("a post in doubt is remembered until it is answered, and asked after when the page was loaded anew", async () => {
  const remembered: unknown[] = [];
  const remember = (post: unknown) => void remembered.push(post);
  const first = lineOf([null, good()], { posted: [true], remember });
  const answer = first.line.send("/sale.data", sale());
  await vi.advanceTimersByTimeAsync(1_000);
  await answer;
  expect(remembered).toEqual([expect.objectContaining({ key: "key-1", form: "" }), null]);
  const past = { key: "key-1", form: "", sentAt: Date.now() };
  for (const [done, said] of [
    [true, { what: "before", done: true }],
    [null, { what: "before", done: null }],
    [false, null],
  ] as const) {
    const again = lineOf([], { posted: [undefined, done], remember });
    const recalled = again.line.recall(past);
    await vi.advanceTimersByTimeAsync(1_000);
    await recalled;
    expect(again.line.trouble()).toEqual(said);
    expect(remembered.at(-1)).toBeNull();
  }
});
