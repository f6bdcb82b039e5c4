/** A resource's commands on a box with a deposit: what they refuse, what they write, and what they answer. */
import { eq, sql } from "drizzle-orm";
import { bigint, integer, pgTable, text as textColumn, timestamp } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { command } from "~/contract/command";
import { dictionary, mobile, money, text } from "~/contract/field-kinds";
import { resource } from "~/contract/resource";
import { defaultPaths, encodePayload } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { tenantRole } from "~server/backend/db/database";
import { serveResource } from "~server/backend/kernel/resource";
import type { Call } from "~server/backend/kernel/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { meeting, race, raceIsReal } from "~tests/support/race";

const label = () => "字段";
const box = resource("platform", "probeBox", {
  ...{ title: label, path: "/probeBox", fun: "dictList", nameField: "name", status: "state" },
  defaultSort: { field: "id", order: "asc" },
  fields: {
    name: text({ label, required: true, list: true }),
    holder: mobile({ label, list: true, form: false }),
    deposit: money({ label, list: true, form: false }),
    state: dictionary("ticketTypeStatus", {
      label,
      required: true,
      values: ["free", "occupied", "faulty"],
      form: false,
    }),
  },
  commands: {
    occupy: command({
      ...{ label: () => "占用", from: ["free"], to: "occupied" },
      fields: { holder: mobile({ label, required: true }), deposit: money({ label, required: true }) },
    }),
    release: command({ label: () => "释放", from: ["occupied"], to: "free", question: true, many: true }),
    /** Where it leads is the outcome's to say. */
    inspect: command({ label: () => "检查" }),
    sell: command({
      ...{ label: () => "出售", from: ["free"], to: "faulty" },
      approval: { limit: "refundApprovalLimit" },
    }),
  },
});

const table = pgTable("probe_box", {
  id: bigint("id", { mode: "number" }).notNull(),
  name: textColumn("name").notNull(),
  holder: textColumn("holder"),
  deposit: bigint("deposit", { mode: "number" }),
  state: textColumn("state").notNull(),
  rowVersion: integer("row_version").notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
});

const sell = {
  approval: (_call: Call, row: { name: string | null }) => ({ amount: 0, always: row.name === "A3" }),
};
let stop = { inspect: "" };
let ran = 0;
const served = serveResource(box, {
  table,
  commands: {
    occupy: (_call, _row, { holder, deposit }) => {
      ran += 1;
      return { set: { holder, deposit }, notice: "已收押金" };
    },
    release: async (_call, row) => ({
      set: { holder: null, deposit: null },
      answer: { deposit: row.deposit },
      notice: `已退押金 ${(row.deposit ?? 0) / 100}`,
    }),
    inspect: {
      mayNot: (_call, rows) => rows.map(({ name }) => (name === stop.inspect ? "封存中" : null)),
      run: () => ({ to: "faulty" }),
    },
    sell,
  },
});

let backend: TestBackend;
let other: string;
let viewer: string;
beforeAll(async () => {
  backend = await openTestBackend();
  await backend.sql(`create table probe_box (
    corp_code text not null default current_setting('app.corp_code'), id bigint primary key, name text not null,
    holder text, deposit bigint, state text not null, row_version integer not null default 0,
    updated_at timestamptz not null default now())`);
  await backend.sql("alter table probe_box enable row level security");
  await backend.sql(
    "create policy probe on probe_box using (corp_code = current_setting('app.corp_code')) with check (true)",
  );
  await backend.sql(`grant select, insert, update on probe_box to ${tenantRole}`);
  other = await backend.createCorp("5801");
  viewer = (await backend.createUser({ grants: ["dictList"] })).token;
});
afterAll(() => backend.close());
beforeEach(async () => {
  stop = { inspect: "" };
  ran = 0;
  await backend.sql("delete from audit_log where thing = 'probeBox'");
  await backend.sql("delete from probe_box");
  await backend.sql(`insert into probe_box (corp_code, id, name, state, holder, deposit, row_version) values
    ('0001', 1, 'A1', 'free', null, null, 0), ('0001', 2, 'A2', 'occupied', '13800138000', 2000, 3),
    ('0001', 3, 'A3', 'free', null, null, 0)`);
});

const app = () => createBackend({ database: backend.database, served });

async function ask(name: keyof typeof box.methods, payload: object, as = backend.admin, answering = app()) {
  const body = new URLSearchParams(encodePayload({ method: box.methods[name].name, ...payload }));
  const headers = { "access-token": as };
  const response = await answering.request(defaultPaths.platform, { method: "POST", body, headers });
  return { status: response.status, ...(await response.json()) };
}

const rows = () => backend.sql("select id, state, holder, deposit, row_version from probe_box order by id");
const trail = () => backend.sql<{ n: number }>("select count(*)::int as n from audit_log where thing = 'probeBox'");

const occupied = { id: 1, holder: "13900139000", deposit: 2000 };

test("3 a command moves the row, sets what the business says, is noted, and answers a sentence", async () => {
  const done = await ask("occupy", { ...occupied, rowVersion: 0 });
  expect([done.status, done.data.notice]).toEqual([200, "已收押金"]);
  expect((await rows())[0]).toMatchObject({ state: "occupied", holder: "13900139000", row_version: 1 });
  const released = await ask("release", { id: 2 });
  expect(released.data).toMatchObject({ notice: "已退押金 20", answer: { deposit: 2000 } });
  const { changes } = (await ask("changes", { id: 1 })).data;
  expect(changes[0]).toMatchObject({ kind: "command", command: "occupy" });
  expect(changes[0].given).toEqual([
    { field: "holder", value: "13900139000" },
    { field: "deposit", value: 2000 },
  ]);
});

test("3 what is refused writes nothing: state, version, right, field, another tenant's row", async () => {
  const before = await rows();
  const wrongState = await ask("release", { id: 1 });
  expect([wrongState.status, wrongState.message]).toEqual([409, "“A1”已是“free”"]);
  expect((await ask("release", { id: 2, rowVersion: 2 })).status).toBe(409);
  expect((await ask("release", { id: 2 }, viewer)).status).toBe(403);
  const field = await ask("occupy", { ...occupied, holder: "12" });
  expect([field.status, Object.keys(field.errors)]).toEqual([422, ["holder"]]);
  expect((await ask("occupy", occupied, other)).status).toBe(404);
  expect(await rows()).toEqual(before);
  expect(await trail()).toEqual([{ n: 0 }]);
});

test("3 the second press of one page answers the first, and does nothing", async () => {
  const press = () => ask("occupy", { ...occupied, idempotencyKey: "press-0001" });
  const [first, second] = [await press(), await press()];
  expect(second.data).toEqual(first.data);
  expect([ran, (await trail())[0]?.n]).toEqual([1, 1]);
  expect((await ask("occupy", { ...occupied, id: 3, idempotencyKey: "press-0001" })).status).toBe(409);
});

const holders = ["13900139000", "13700137000"];

test("3 of two at once one is done, and the other is told the state", async () => {
  const both = await race(backend, 2, (person) => ask("occupy", { ...occupied, holder: holders[person] }));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await rows())[0]?.row_version).toBe(1);
});

test.runIf(raceIsReal)("3 control: without the lock of the row both are done, and one deposit is lost", async () => {
  const together = meeting(2);
  const unlocked = createBackend({
    database: backend.database,
    served: serveResource(box, {
      table,
      commands: {
        occupy: { mayNot: () => together(), run: (_call, _row, { holder, deposit }) => ({ set: { holder, deposit } }) },
        sell,
      },
      keeps: {
        lock: async () => {},
        write: async ({ db }, id, set) =>
          void (await db
            .update(table)
            .set({ ...set, rowVersion: sql`row_version + 1` } as never)
            .where(eq(table.id, id))),
      },
    }),
  });
  const both = await race(backend, 2, (person) =>
    ask("occupy", { ...occupied, holder: holders[person] }, backend.admin, unlocked),
  );
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await rows())[0]?.row_version).toBe(2);
});

test("3 several rows: what cannot be done is named, and holds up nothing else", async () => {
  const { data } = await ask("releaseMany", { ids: [1, 2, 99] });
  expect([data.done, data.refused.map(({ id }: { id: number }) => id)]).toEqual([1, [1, 99]]);
  expect((await rows()).map(({ state }) => state)).toEqual(["free", "free", "free"]);
});

test("3 the business's own rule is said before it is pressed, and asked again when it is", async () => {
  stop = { inspect: "A1" };
  expect((await ask("list", {})).data.otherData.blocked).toEqual({ 1: { inspect: "封存中" } });
  expect((await ask("get", { id: 1 })).data.blocked).toEqual({ inspect: "封存中" });
  expect((await ask("inspect", { id: 1 })).message).toBe("封存中");
  expect((await ask("inspect", { id: 3 })).status).toBe(200);
  expect((await rows()).map(({ state }) => state)).toEqual(["free", "occupied", "faulty"]);
});

test("3 a command that must wait for somebody leaves the row as it is", async () => {
  const waits = await ask("sell", { id: 3 });
  expect(waits.data).toEqual({ id: 3, waiting: true, notice: "“出售”已提交，等待审批" });
  expect((await rows())[2]).toMatchObject({ state: "free", row_version: 0 });
  expect((await ask("sell", { id: 1 })).status).toBe(200);
  expect((await rows())[0]).toMatchObject({ state: "faulty" });
});
