/** Posts that come again under a key of scripts, and those of a page that another account filled in. */
import { expect, test } from "vitest";
import { PostsOnce } from "~server/console/posts-once";
import { aUser, openEdge } from "./edge-support";

const key = "0123456789abcdef-key";
const silent = { look: () => null, leave: () => undefined };

function counted(status = 200) {
  const work = { done: 0, run: async () => new Response(`answer ${++work.done}`, { status }) };
  return work;
}

test("the second post under a key gets the first answer, with its notice; another account's does its own work", async () => {
  const posts = new PostsOnce(true);
  const work = counted();
  const left: unknown[] = [];
  const notices = { look: () => "saved", leave: (notice: unknown) => left.push(notice) };
  expect(await (await posts.answer("0001/7", key, notices, work.run)).text()).toBe("answer 1");
  const again = await posts.answer("0001/7", key, notices, work.run);
  expect([await again.text(), left]).toEqual(["answer 1", ["saved"]]);
  expect(await (await posts.answer("0001/8", key, notices, work.run)).text()).toBe("answer 2");
});

test("two at once do the work once", async () => {
  const posts = new PostsOnce(true);
  const work = counted();
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return work.run();
  };
  const both = await Promise.all([1, 2].map(() => posts.answer("0001/7", key, silent, slow)));
  expect(await Promise.all(both.map((answer) => answer.text()))).toEqual(["answer 1", "answer 1"]);
});

test("a failure is no answer: the post may be tried again, and nobody says that it was not done", async () => {
  const posts = new PostsOnce(true);
  const work = counted(502);
  await posts.answer("0001/7", key, silent, work.run);
  expect(await posts.wasAnswered("0001/7", key, 10)).toBeNull();
  await posts.answer("0001/7", key, silent, work.run);
  expect(work.done).toBe(2);
  await expect(
    posts.answer("0001/7", "other-key-0123456", silent, () => Promise.reject(new Error("x"))),
  ).rejects.toThrow("x");
});

test("whether a post was answered: yes, no where this console alone would know, else nobody can tell", async () => {
  let now = 1_000_000;
  const posts = new PostsOnce(true, () => now);
  now += 60_000;
  await posts.answer("0001/7", key, silent, counted().run);
  expect(await posts.wasAnswered("0001/7", key, 100)).toBe(true);
  expect(await posts.wasAnswered("0001/8", key, 100)).toBe(false);
  // Sent before this console was started.
  expect(await posts.wasAnswered("0001/8", key, 61_000)).toBeNull();
  now += 16 * 60_000;
  expect(await posts.wasAnswered("0001/7", key, 16 * 60_000)).toBeNull();
  const one = new PostsOnce(false, () => now);
  now += 60_000;
  expect(await one.wasAnswered("0001/7", key, 100)).toBeNull();
});

const user = aUser({ urls: [["/manage/parkList", "parkList"]] });

test("at the edge: a post under a key reaches its page once", async () => {
  const edge = openEdge({ user });
  const post = () => edge.post("/manage/parkList/new.data", { name: "西湖" }, { "x-post-key": key });
  await post();
  const seen = edge.remix.length;
  await post();
  expect(edge.remix.length).toBe(seen);
  await edge.post("/manage/parkList/new.data", { name: "西湖" }, { "x-post-key": "short" });
  expect(edge.remix.length).toBe(seen + 1);
});

test("at the edge: what one account typed is not sent as another without a word", async () => {
  const edge = openEdge({ user });
  const post = (typedBy: string) => edge.post("/manage/parkList/new.data", { name: "西湖" }, { "x-typed-by": typedBy });
  const refused = await post("0001/4711");
  expect([refused.status, refused.headers.get("x-signed-in-as")]).toEqual([409, encodeURIComponent(user.name)]);
  expect(edge.remix).toEqual([]);
  await post(`${user.corpCode}/${user.id}`);
  expect(edge.remix).toHaveLength(1);
});

test("at the edge: scripts are told on which page to sign in, others are led there", async () => {
  const edge = openEdge({ user: null });
  const asked = await edge.post("/manage/parkList/new.data", { name: "西湖" });
  expect(asked.headers.get("x-sign-in")).toBe("/login");
  expect((await edge.post("/manage/parkList/new", { name: "西湖" })).headers.get("location")).toMatch(/^\/login/);
  const locked = openEdge({ user, barred: "locked" });
  expect((await locked.post("/manage/parkList/new.data", {})).headers.get("x-sign-in")).toBe("/lock");
});
