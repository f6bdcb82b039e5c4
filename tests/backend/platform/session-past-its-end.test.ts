/** Token refresh past its end: a session that ended, idled away or was revoked is revived by no call. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { method } from "~/contract/method";
import { selectUserInfoById } from "~/contract/platform/session";
import { methods } from "~/contract/registry";
import { defaultPaths } from "~/contract/wire";
import { serve } from "~server/backend/kernel/served";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

const ends = {
  revoked: "revoked_at = now()",
  "idle for too long": "last_seen = now() - make_interval(mins => idle_minutes + 1)",
} as const;
type End = keyof typeof ends;

/** A call during which its own session ends, as by somebody else's hand. */
const endMeanwhile = method("platform", "endMeanwhile", {
  payload: z.object({ end: z.enum(Object.keys(ends) as [End, ...End[]]) }),
  answer: z.object({}),
  access: "signedIn",
  writes: true,
  audit: false,
});
const serveEnd = serve(
  endMeanwhile,
  async ({ db, caller }, { end }) => {
    await db.execute(sql`update session set ${sql.raw(ends[end])} where id = ${caller.sessionRowId}`);
    return {};
  },
  { asOwner: true },
);

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend({ served: [...allServed, serveEnd] });
});
afterAll(() => backend.close());

const sessionOf = async (id: number) => {
  const rows = await backend.sql("select * from session where account_id = $1 order by id", [id]);
  expect(rows).toHaveLength(1);
  return rows;
};
const me = async (as: string) => (await backend.call(selectUserInfoById, {}, { as })).status;

describe.each(Object.entries(ends))("token refresh past its end: a session that is %s", (end, change) => {
  test("is answered 401 by every method that takes a token, and its row stays as it was", async () => {
    const { token, id } = await backend.createUser({ accType: "11" });
    await backend.sql(`update session set ${change} where account_id = $1`, [id]);
    const before = await sessionOf(id);
    const open: string[] = [];
    for (const { access, business, name } of methods) {
      if (access === "public" || business === "offline") continue;
      const reply = await backend.post(defaultPaths[business], [["method", name]], { "access-token": token });
      if (reply.status !== 401) open.push(`${name} ${reply.status}`);
    }
    expect(open).toEqual([]);
    expect(await sessionOf(id)).toEqual(before);
  });

  test("is not revived by the note of a call that was under way when it ended", async () => {
    const { token, id } = await backend.createUser({});
    await backend.sql("update session set last_seen = now() - interval '2 minutes' where account_id = $1", [id]);
    expect((await backend.call(endMeanwhile, { end: end as End }, { as: token })).success).toBe(true);
    expect(await me(token)).toBe(401);
    const [row] = await backend.sql<{ noted: boolean }>(
      "select last_seen > now() - interval '1 minute' as noted from session where account_id = $1",
      [id],
    );
    expect(row?.noted).toBe(false);
  });
});

test("a session that is good is noted once a minute: the control of the above", async () => {
  const { token, id } = await backend.createUser({});
  await backend.sql("update session set last_seen = now() - interval '2 minutes' where account_id = $1", [id]);
  expect(await me(token)).toBe(200);
  const [row] = await backend.sql<{ noted: boolean }>(
    "select last_seen > now() - interval '1 minute' as noted from session where account_id = $1",
    [id],
  );
  expect(row?.noted).toBe(true);
});
