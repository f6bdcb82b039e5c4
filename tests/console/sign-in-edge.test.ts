/** What the way in tells at the edge: as much of a name that nobody has, and of a park that is not the visitor's, as of any other. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { headOffice } from "~/contract/wire";
import { adminPassword } from "~tests/support/backend";
import { openWholeConsole } from "./whole-console";

let whole: Awaited<ReturnType<typeof openWholeConsole>>;
beforeAll(async () => {
  whole = await openWholeConsole();
  await whole.backend.createCorp("2088");
}, 300_000);
afterAll(() => whole?.close());

/** In the edition for several companies each says its code. */
const corpCode = headOffice;
const slow = { timeout: 120_000 };
const post = (path: string, fields: Record<string, string>, cookie = "", accept = "text/html") =>
  whole.ask(path, {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: { cookie, accept, "content-type": "application/x-www-form-urlencoded" },
  });

/** Status, names of headers, and how long the body is. */
async function shapeOf(answer: Response) {
  const body = await answer.text();
  return { status: answer.status, headers: [...answer.headers.keys()].sort(), length: Buffer.byteLength(body), body };
}

test(
  "a wrong password: status, headers and length of the answer are the same for every kind of name",
  slow,
  async () => {
    const { backend } = whole;
    const [known, suspended, other] = [
      await backend.createUser({}),
      await backend.createUser({}),
      await backend.createUser({}),
    ];
    await backend.sql("update account set status = 'F' where id = $1", [suspended.id]);
    const names = { known: known.accName, suspended: suspended.accName, unknown: "u00000000" };
    expect(new Set(Object.values(names).map((name) => name.length)).size).toBe(1);
    for (const path of ["/login", "/login.data"]) {
      const shapes = [];
      for (const accName of Object.values(names))
        for (const password of ["wrong-password", adminPassword]) {
          // The right password of the known one signs in: it is the control below.
          if (accName === known.accName && password === adminPassword) continue;
          await backend.sql("delete from sign_in_log");
          const { body, ...shape } = await shapeOf(
            await post(path, { corpCode, accName, password, redirectTo: "/index" }),
          );
          expect(body).toContain("账号或密码错误");
          shapes.push(shape);
        }
      for (const shape of shapes.slice(1)) expect(shape).toEqual(shapes[0]);
    }
    // The control: a name with its right password is answered otherwise.
    const entered = await post("/login", {
      corpCode,
      accName: other.accName,
      password: adminPassword,
      redirectTo: "/index",
    });
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/index"]);
  },
);

describe("2.1b /loginChoosePark", () => {
  async function visitor() {
    const { backend } = whole;
    const code = crypto.randomUUID().slice(0, 8);
    const parkOf = async (corpCode: string, name: string) => {
      const insert = "insert into park (corp_code, code, name) values ($1, $2, $2) returning id";
      return (await backend.sql<{ id: number }>(insert, [corpCode, `${name}${code}`]))[0]?.id ?? 0;
    };
    const parks = {
      own: await parkOf("0001", "own"),
      other: await parkOf("0001", "other"),
      foreign: await parkOf("2088", "foreign"),
    };
    const { id, accName } = await backend.createUser({});
    await backend.sql("insert into account_park values ('0001', $1, $2)", [id, parks.own]);
    const cookie = whole.cookieOf(await backend.signIn(accName, adminPassword), id);
    const chosen = async () =>
      (
        await backend.sql<{ park: number | null }>(
          "select max(park_id)::int as park from session where account_id = $1",
          [id],
        )
      )[0]?.park;
    return { code, parks, cookie, chosen };
  }

  test("offers the parks that the account is bound to, and no name of another", slow, async () => {
    const { code, cookie } = await visitor();
    const page = await (await whole.ask("/loginChoosePark", { headers: { cookie } })).text();
    expect(page).toContain(`own${code}`);
    expect(page).not.toMatch(new RegExp(`(other|foreign)${code}`));
  });

  test(
    "another park of the corp, another corp's and none at all are refused with one answer; the own is taken",
    slow,
    async () => {
      const { parks, cookie, chosen } = await visitor();
      const shapes = [];
      for (const parkId of [parks.other, parks.foreign, 2_000_000_000])
        shapes.push(await shapeOf(await post("/loginChoosePark", { parkId: String(parkId) }, cookie)));
      expect(shapes[0]?.status).toBe(409);
      for (const { status, headers, length } of shapes)
        expect([status, headers, length]).toEqual([409, shapes[0]?.headers, shapes[0]?.length]);
      expect(await chosen()).toBeNull();
      const taken = await post("/loginChoosePark", { parkId: String(parks.own), redirectTo: "/index" }, cookie);
      expect([taken.status, taken.headers.get("location")]).toEqual([303, "/index"]);
      expect(await chosen()).toBe(parks.own);
    },
  );

  test(
    "without a session, and with one that has ended, nothing is told: every park leads to the sign-in",
    slow,
    async () => {
      const { code, parks } = await visitor();
      for (const cookie of ["", whole.cookieOf("ended-token", 5)]) {
        const asked = [await whole.ask("/loginChoosePark", { headers: { cookie } })];
        for (const parkId of [parks.own, parks.other, parks.foreign, 2_000_000_000])
          asked.push(await post("/loginChoosePark", { parkId: String(parkId) }, cookie));
        for (const answer of asked) {
          expect([302, 303]).toContain(answer.status);
          expect(answer.headers.get("location")).toMatch(/^\/login(\?|$)/);
          expect(await answer.text()).not.toContain(code);
        }
      }
    },
  );
});
