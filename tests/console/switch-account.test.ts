/** The answer to /switchAccount over the real backend: whose session stays, and which one ends. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { selectUserInfoById } from "~/contract/platform/session";
import { readCookies } from "~server/console/cookies";
import { offerCookie, sessionCookie } from "~server/console/visit";
import { openWholeConsole } from "./whole-console";

let whole: Awaited<ReturnType<typeof openWholeConsole>>;
beforeAll(async () => {
  whole = await openWholeConsole();
}, 300_000);
afterAll(() => whole?.close());

const page = { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "sec-fetch-site": "cross-site" };
const cookieOf = (answer: Response, name: string) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith(`${name}=`))
    ?.split(";")[0] ?? "";

/** Two people with sessions; the second one's token came by an address while the first was signed in. */
async function offered() {
  const { backend } = whole;
  const [mine, theirs] = await Promise.all([backend.createUser({}), backend.createUser({})]);
  const cookie = whole.cookieFor({ s: "s-2", t: mine.token, c: "0001", u: mine.id });
  const arrival = await whole.ask(`/index?isAdvancePre=1&token=${theirs.token}&tab=2`, {
    headers: { ...page, cookie },
  });
  expect([arrival.status, arrival.headers.get("location")]).toEqual([303, "/switchAccount"]);
  const isGood = async (token: string) => (await backend.call(selectUserInfoById, {}, { as: token })).success;
  const answer = await whole.ask("/switchAccount", {
    headers: { ...page, cookie: `${cookie}; ${cookieOf(arrival, offerCookie)}` },
  });
  expect(await answer.text()).toContain(theirs.accName);
  const post = (intent: string) =>
    whole.ask("/switchAccount", {
      method: "POST",
      body: new URLSearchParams({ intent }).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        cookie: `${cookie}; ${cookieOf(arrival, offerCookie)}`,
      },
    });
  return { mine, theirs, isGood, post };
}

const tokenIn = (answer: Response) => {
  const line = cookieOf(answer, sessionCookie);
  return line === "" ? null : whole.opened(readCookies(line).get(sessionCookie))?.t;
};

test("4.2.1 switching takes the other session and ends the one of before", async () => {
  const { mine, theirs, isGood, post } = await offered();
  const answer = await post("switch");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/index?tab=2"]);
  expect(tokenIn(answer)).toBe(theirs.token);
  expect([await isGood(mine.token), await isGood(theirs.token)]).toEqual([false, true]);
  expect(cookieOf(answer, offerCookie)).toBe(`${offerCookie}=`);
});

test.each(["stay", ""])(
  "4.2.1 whatever else is answered (%j) keeps the session and forgets the offer",
  async (intent) => {
    const { mine, theirs, isGood, post } = await offered();
    const answer = await post(intent);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/index?tab=2"]);
    expect([null, mine.token]).toContain(tokenIn(answer));
    expect([await isGood(mine.token), await isGood(theirs.token)]).toEqual([true, true]);
    expect(cookieOf(answer, offerCookie)).toBe(`${offerCookie}=`);
  },
);
