/** Commands on rows that a list reads by a query of its own: they lock the row of the table, and go by its version. */
import { eq, sql } from "drizzle-orm";
import { bigint, integer, pgTable, text as textColumn, timestamp } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { command } from "~/contract/command";
import { dictionary, number, text } from "~/contract/field-kinds";
import { resource } from "~/contract/resource";
import { defaultPaths, encodePayload } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { tenantRole } from "~server/backend/db/database";
import { serveResource } from "~server/backend/kernel/resource";
import type { ResourceBackend } from "~server/backend/kernel/resource-backend";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { meeting, race, raceIsReal } from "~tests/support/race";

const label = () => "字段";
const jar = resource("platform", "probeJar", {
  ...{ title: label, path: "/probeJar", fun: "dictList", nameField: "name", status: "state" },
  ...{ readOnly: true, defaultSort: { field: "id", order: "asc" } },
  fields: {
    name: text({ label, list: true }),
    state: dictionary("ticketTypeStatus", { label, list: true, values: ["free", "occupied"] }),
    /** What other rows say: no column of its own. */
    shelfRows: number({ label, list: true }),
  },
  commands: { take: command({ label: () => "取", from: ["free"], to: "occupied" }) },
});

const table = pgTable("probe_jar", {
  id: bigint("id", { mode: "number" }).notNull(),
  name: textColumn("name").notNull(),
  state: textColumn("state").notNull(),
  rowVersion: integer("row_version").notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
});

const over: ResourceBackend = {
  table,
  query: {
    from: "probe_jar j",
    joins: sql`join lateral (select count(*) as rows from probe_jar other where other.state = j.state) shelf on true`,
    columns: { shelfRows: sql`shelf.rows` },
  },
};

let backend: TestBackend;
let taken: string[];
beforeAll(async () => {
  backend = await openTestBackend();
  await backend.sql(`create table probe_jar (
    corp_code text not null default current_setting('app.corp_code'), id bigint primary key, name text not null,
    state text not null, row_version integer not null default 0, updated_at timestamptz not null default now())`);
  await backend.sql(`grant select, insert, update on probe_jar to ${tenantRole}`);
});
afterAll(() => backend.close());
beforeEach(async () => {
  taken = [];
  await backend.sql("delete from probe_jar");
  await backend.sql(`insert into probe_jar (corp_code, id, name, state, row_version) values
    ('0001', 1, 'A1', 'free', 4), ('0001', 2, 'A2', 'occupied', 0)`);
});

const answering = (more: Partial<ResourceBackend>) =>
  createBackend({ database: backend.database, served: serveResource(jar, { ...over, ...more } as never) });

async function ask(app: ReturnType<typeof answering>, name: "take" | "get", payload: object) {
  const body = new URLSearchParams(encodePayload({ method: jar.methods[name].name, ...payload }));
  const headers = { "access-token": backend.admin };
  const response = await app.request(defaultPaths.platform, { method: "POST", body, headers });
  return { status: response.status, ...(await response.json()) };
}

/** Both have read the row before either goes on, where nothing makes the second wait. */
const taking = (together: () => Promise<unknown>) => ({
  commands: {
    take: {
      run: async (_call: unknown, row: { name?: unknown }) => {
        await together();
        taken.push(String(row.name));
      },
    },
  },
});

const versions = () => backend.sql("select state, row_version from probe_jar order by id");

test("3 a row that a query reads has the version of its table's row, and a command goes by it", async () => {
  const app = answering({});
  expect((await ask(app, "get", { id: 1 })).data.record).toMatchObject({ rowVersion: 4, shelfRows: 1 });
  expect((await ask(app, "take", { id: 1, rowVersion: 3 })).status).toBe(409);
  expect(await versions()).toEqual([
    { state: "free", row_version: 4 },
    { state: "occupied", row_version: 0 },
  ]);
  expect((await ask(app, "take", { id: 1, rowVersion: 4 })).status).toBe(200);
  expect((await versions())[0]).toEqual({ state: "occupied", row_version: 5 });
  expect((await ask(app, "take", { id: 9 })).status).toBe(404);
});

test("3 of two at once one is done", async () => {
  const app = answering(taking(async () => new Promise((soon) => setTimeout(soon, 30))));
  const both = await race(backend, 2, () => ask(app, "take", { id: 1 }));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(taken).toEqual(["A1"]);
});

test.runIf(raceIsReal)("3 control: without the lock of the table's row both are done", async () => {
  const app = answering({
    ...taking(meeting(2)),
    keeps: {
      lock: async () => {},
      write: async ({ db }, id, set) =>
        void (await db
          .update(table)
          .set({ ...set, rowVersion: sql`row_version + 1` } as never)
          .where(eq(table.id, id))),
    },
  });
  const both = await race(backend, 2, () => ask(app, "take", { id: 1 }));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(taken).toEqual(["A1", "A1"]);
});
