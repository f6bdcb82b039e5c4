/** The console keeps accounts with their rights; a change holds at the next click all the same. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { currentUser } from "~/contract/platform/session";
import { openWholeConsole } from "./whole-console";

let whole: Awaited<ReturnType<typeof openWholeConsole>>;
let id: number;
let cookie: string;
beforeAll(async () => {
  whole = await openWholeConsole();
  const user = await whole.backend.createUser({ grants: ["parkList"] });
  id = user.id;
  cookie = whole.cookieOf(user.token, id);
}, 300_000);
afterAll(() => whole?.close());

const open = (path: string, headers = {}) => whole.ask(path, { headers: { cookie, ...headers } });
const leadsTo = async (path: string) => {
  const answer = await open(path);
  return answer.status === 200 ? 200 : (answer.headers.get("location") ?? "").split("?")[0];
};
const sql = (text: string, values: unknown[] = []) => whole.backend.sql(text, values);
const slow = { timeout: 120_000 };

test("what is kept is not fetched again", slow, async () => {
  expect(await leadsTo("/manage/parkList")).toBe(200);
  whole.called();
  const fetched: (string | undefined)[] = [];
  for (let click = 0; click < 3; click += 1) {
    expect(await leadsTo("/manage/parkList")).toBe(200);
    fetched.push(...whole.called().flatMap(({ name, known }) => (name === currentUser.name ? [known] : [])));
  }
  expect(fetched).toEqual([expect.stringMatching(/^[\da-f-]{36} zh-CN$/), fetched[0], fetched[0]]);
});

test(
  "a role that is edited, a role that is taken, a menu entry that is switched off, a suspended operator",
  slow,
  async () => {
    expect(await leadsTo("/ticket/ticketList")).toBe("/403");
    await sql(
      "insert into role_grant select corp_code, role_id, 'ticketList', '' from account_role where account_id = $1",
      [id],
    );
    expect(await leadsTo("/ticket/ticketList")).toBe(200);
    await sql("update fun set enabled = false where fun_code = 'ticketList'");
    expect(await leadsTo("/ticket/ticketList")).toBe("/403");
    await sql("update fun set enabled = true where fun_code = 'ticketList'");
    expect(await leadsTo("/ticket/ticketList")).toBe(200);
    await sql("delete from account_role where account_id = $1", [id]);
    expect(await leadsTo("/ticket/ticketList")).toBe("/403");
    expect(await leadsTo("/manage/parkList")).toBe("/403");
    expect(await leadsTo("/index")).toBe(200);
    await sql("update account set status = 'F' where id = $1", [id]);
    expect(await leadsTo("/index")).toBe("/login");
  },
);

test("names of the operator and of the corp, and the language of the menu", slow, async () => {
  const another = await whole.backend.createUser({ grants: ["parkList"] });
  cookie = whole.cookieOf(another.token, another.id);
  await open("/index");
  await sql("update account set name = '新名字' where id = $1", [another.id]);
  await sql("update corp set name = '新的集团' where corp_code = '0001'");
  const page = await (await open("/index")).text();
  expect(page).toContain("新名字");
  expect(page).toContain("新的集团");
  expect(page).toContain("景区");
  const english = await (await open("/index", { "accept-language": "en" })).text();
  expect(english).toContain("Scenic");
  expect(await (await open("/index")).text()).toContain("景区");
});
