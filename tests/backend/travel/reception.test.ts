/** Reception tickets: asked for with a letter, approved by another person within the year's quota, issued at price zero. */
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { departmentSave } from "~/contract/platform/department";
import { receptionQuota, receptionReport, receptionRequest } from "~/contract/travel/reception";
import { defaultPaths, encodePayload } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { requestsServed } from "~server/backend/business/travel/reception";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { killedWhile } from "~tests/support/killed";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";

let backend: TestBackend;
let park: TestPark;
let other: string;
const year = Number(today.slice(0, 4));
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  const grants = ["approve", "reject", "issue", "withdraw"].map((one) => `receptionTickets/receptionRequest:${one}`);
  other = (await backend.createUser({ grants: ["receptionTickets", ...grants] })).token;
});
beforeEach(() => backend.setNow(friday));
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

async function department(tickets: number | null): Promise<number> {
  const id = await backend.saved(departmentSave, { parentId: 0, name: fresh("外联部") });
  if (tickets !== null) await backend.saved(receptionQuota.methods.save, { departmentId: id, year, tickets } as never);
  return id;
}
const wish = (departmentId: number, fields: object = {}) => ({
  ...{ departmentId, guests: "省文旅厅考察组 8 人", count: 4, ticketTypeId: park.adultId, visitDay: today },
  ...{ reason: "景区考察", contactMobile: "13800138000", letter: null, ...fields },
});
async function asked(departmentId: number, fields: object = {}): Promise<number> {
  const id = await backend.saved(receptionRequest.methods.save, wish(departmentId, fields) as never);
  await backend.sql("update reception_request set letter = '2026/letter.pdf' where id = $1", [id]);
  return id;
}
type Step = keyof typeof receptionRequest.commands;
const step = (name: Step, id: number, fields: object = {}, as = other) =>
  backend.call(receptionRequest.commands[name].method, { id, ...fields } as never, { as });
const usedOf = async (departmentId: number) =>
  (await backend.sql<{ used: number }>("select used from reception_quota where department_id = $1", [departmentId]))[0]
    ?.used;

test("not without the letter, not one's own, not without a quota that bears it; each refusal says so and writes nothing", async () => {
  const [within, without] = [await department(6), await department(null)];
  const bare = await backend.saved(receptionRequest.methods.save, wish(within) as never);
  const [own, lost] = [await asked(within), await asked(without)];
  const before = await digests(backend);
  expect((await step("approve", bare)).message).toContain("接待公函");
  expect((await step("approve", own, {}, backend.admin)).message).toContain("不能批准自己");
  expect((await step("approve", lost)).message).toContain(`${year} 年没有接待额度`);
  expect((await step("issue", own)).status).toBe(409);
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await step("approve", own)).status).toBe(200);
  expect(await usedOf(within)).toBe(4);
  const second = await asked(within);
  const short = await step("approve", second);
  expect([short.status, short.message.includes("剩余 2 张")]).toEqual([409, true]);
  const change = { ...wish(within), id: own, rowVersion: 2 };
  expect((await backend.call(receptionRequest.methods.save, change as never)).status).toBe(409);
});

test("issued as tickets of price zero through the order core, once; face value is reported by department and month", async () => {
  const departmentId = await department(10);
  const id = await asked(departmentId);
  await step("approve", id);
  const issued = await step("issue", id);
  expect(issued.message).toBe("");
  expect((await step("issue", id)).status).toBe(409);
  const [row] = await backend.sql<{ order: string; face: number; status: string }>(
    'select order_no as "order", face_value::int as face, status from reception_request where id = $1',
    [id],
  );
  expect(row).toMatchObject({ face: 32_000, status: "issued" });
  const tickets = await backend.sql<{ price: number; state: string }>(
    "select t.price::int as price, t.state from ticket t join orders o on o.id = t.order_id where o.order_no = $1",
    [row?.order],
  );
  expect(tickets.map(({ price }) => price)).toEqual([0, 0, 0, 0]);
  const { data } = await backend.call(receptionReport, {});
  const name = data.rows.find(({ faceValue }) => faceValue === 32_000);
  expect(name).toMatchObject({ month: today.slice(0, 7), requests: 1, tickets: 4 });
  expect(data.quotas.find(({ tickets: n }) => n === 10)).toMatchObject({ used: 4, left: 6 });
});

test("what is withdrawn gives its quota back; what was rejected took none; a quota is not lowered below what is used", async () => {
  const departmentId = await department(5);
  const [one, two] = [await asked(departmentId), await asked(departmentId)];
  await step("approve", one);
  expect((await step("reject", two, { answer: "人数过多" })).status).toBe(200);
  const [quota] = await backend.sql<{ id: number; v: number }>(
    "select id::int as id, row_version as v from reception_quota where department_id = $1",
    [departmentId],
  );
  const lower = { id: quota?.id, rowVersion: quota?.v, departmentId, year, tickets: 3 };
  expect((await backend.call(receptionQuota.methods.save, lower as never)).status).toBe(422);
  expect((await step("withdraw", one, { answer: "行程取消" })).status).toBe(200);
  expect(await usedOf(departmentId)).toBe(0);
  expect((await step("withdraw", one, { answer: "行程取消" })).status).toBe(409);
  expect(await usedOf(departmentId)).toBe(0);
});

test("a day that is over is refused; another tenant finds none of it; the right alone decides", async () => {
  const departmentId = await department(5);
  const past = await backend.call(
    receptionRequest.methods.save,
    wish(departmentId, { visitDay: "2020-01-01" }) as never,
  );
  expect([past.status, Object.keys(past.errors ?? {})]).toEqual([422, ["visitDay"]]);
  const id = await asked(departmentId);
  const tenant = await backend.createCorp("7732");
  const reader = await backend.createUser({ grants: ["receptionTickets"] });
  const before = await digests(backend);
  expect((await step("approve", id, {}, tenant)).status).toBe(404);
  expect((await step("approve", id, {}, reader.token)).status).toBe(403);
  expect((await backend.call(receptionReport, {}, { as: tenant })).data.rows).toEqual([]);
  expect((await backend.call(receptionReport, { year: 1 } as never)).status).toBe(422);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test.runIf(raceIsReal)(
  "of six requests at once the quota bears two; without its condition and its check more are taken",
  async () => {
    const departmentId = await department(10);
    const ids: number[] = [];
    for (let n = 0; n < 6; n += 1) ids.push(await asked(departmentId));
    let next = 0;
    const approved = await race(backend, 6, () => step("approve", ids[next++] ?? 0));
    expect(approved.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await usedOf(departmentId)).toBe(8);
    // The control: the same call without the condition, and without the check of the table that stands behind it.
    const others = await department(10);
    const wishes: number[] = [];
    for (let n = 0; n < 6; n += 1) wishes.push(await asked(others));
    await backend.sql("alter table reception_quota drop constraint reception_quota_bears");
    const unasked = createBackend({
      database: backend.database,
      now: () => friday,
      served: requestsServed(() => sql`true`),
    });
    const { method } = receptionRequest.commands.approve;
    const press = async (id: number) => {
      const body = new URLSearchParams(encodePayload({ method: method.name, id }));
      const headers = { "access-token": other };
      return (await unasked.request(defaultPaths.manage, { method: "POST", body, headers })).status;
    };
    expect(await race(backend, 6, (person) => press(wishes[person] ?? 0))).toEqual(wishes.map(() => 200));
    expect(await usedOf(others)).toBe(24);
    await backend.sql("update reception_request set status = 'requested' where department_id = $1", [others]);
    await backend.sql("update reception_quota set used = 0 where department_id = $1", [others]);
    await backend.sql("alter table reception_quota add constraint reception_quota_bears check (used <= tickets)");
  },
);

test.runIf(raceIsReal)(
  "killed where it approves or issues: no quota is taken and no ticket made; the same press does it once",
  { timeout: 120_000 },
  async () => {
    const departmentId = await department(10);
    const id = await asked(departmentId);
    const moved = async (before: Awaited<ReturnType<typeof digests>>) =>
      // Numbers are drawn beforehand, in blocks: those of a call that died stay a gap.
      changed(before, await digests(backend)).filter((table) => table !== "counter");
    const killedIn = async (name: Step, tables: readonly string[]) => {
      const before = await digests(backend);
      for (const table of tables) {
        const died = await killedWhile(backend, table, () => step(name, id));
        expect([table, died]).toEqual([table, { success: false, killed: 1 }]);
        expect([table, await moved(before)]).toEqual([table, []]);
      }
    };
    // The trail is written last, in the same transaction.
    await killedIn("approve", ["audit_log"]);
    expect(await usedOf(departmentId)).toBe(0);
    expect((await step("approve", id)).status).toBe(200);
    expect(await usedOf(departmentId)).toBe(4);
    await killedIn("issue", ["orders", "sub_order", "ticket", "audit_log"]);
    expect((await step("issue", id)).status).toBe(200);
    expect((await step("issue", id)).status).toBe(409);
    const [made] = await backend.sql<{ n: number }>(
      `select count(*)::int as n from ticket t
       join orders o on o.corp_code = t.corp_code and o.id = t.order_id
       join reception_request r on r.corp_code = o.corp_code and r.order_no = o.order_no
       where r.id = $1`,
      [id],
    );
    expect(made?.n).toBe(4);
  },
);
