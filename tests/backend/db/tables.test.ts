/** The tables that the program declares are those that the migrations make; and a draft makes those that are missing. */
import { sql } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { boolean, code, date, dictionary, group, moment, money, number, reference, text } from "~/contract/field-kinds";
import { resource } from "~/contract/resource";
import { defaultPaths, encodePayload, tokenHeader } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { park } from "~server/backend/business/ticket/schema";
import { catalogueOf } from "~server/backend/db/catalogue";
import { applyTenancy } from "~server/backend/db/tenancy";
import { declaredTables, tableDifferences } from "~server/backend/declared-tables";
import { withChecksAsKept } from "~server/backend/kernel/checks-as-kept";
import { differences, draftOf } from "~server/backend/kernel/compare-tables";
import { declaredTable } from "~server/backend/kernel/declared-table";
import { listIndexes, makeListIndexes } from "~server/backend/kernel/list-indexes";
import { serveResource } from "~server/backend/kernel/resource";
import { resourceTable } from "~server/backend/kernel/resource-table";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const found = () => backend.database.system((tx) => tableDifferences(tx));

describe("the declared tables are those of the migrations", () => {
  it("in every column, default, state, unique field and reference", async () => {
    expect(await found()).toEqual([]);
    expect(declaredTables.length).toBeGreaterThan(50);
    const said = (what: "values" | "references" | "uniques") =>
      declaredTables.flatMap((table) => Object.keys(table[what]));
    expect(said("values").length).toBeGreaterThan(15);
    expect(said("references").length).toBeGreaterThan(12);
    expect(said("uniques").length).toBeGreaterThan(12);
  });

  it("and none is left out", async () => {
    const catalogue = await backend.database.system((tx) => catalogueOf(tx));
    const undeclared = [...catalogue.keys()].filter((name) => !declaredTables.some((table) => table.name === name));
    // Of the queue, of exports, of imports and of approvals: statements by hand alone know them.
    const byHand = ["approval", "schema_migration", "job", "job_schedule", "export_part", "import_run", "import_row"];
    expect(undeclared.filter((name) => ![...byHand, "seeded_grant"].includes(name))).toEqual([]);
  });

  it.each([
    ['alter table pos drop column "window"', "window is missing"],
    ["alter table pos add column spare text", "spare is declared nowhere"],
    ["alter table pos alter column park_id drop not null", "park_id may be empty"],
    ["alter table pos alter column printer type varchar(9)", "printer is character varying(9), not text"],
    [
      "alter table pos alter column printer set default 'none'",
      "printer has the default 'none'::text, not 'receipt80'",
    ],
    ["alter table pos drop constraint pos_status_check", "status takes other values than T, F"],
    ["drop index pos_code", "(code) is not unique"],
    ["alter table pos drop constraint pos_corp_code_park_id_fkey", "park_id refers to no park"],
    ["drop table sales_page_item cascade", "is no table of the database", "sales_page_item"],
    ["alter table orders drop constraint orders_check", "holds no check (discount between 0 and total)", "orders"],
    ["alter table payment drop constraint payment_check1", "holds no check (received >= amount)", "payment"],
    ["alter table pos add constraint spare check (code <> name)", "spare CHECK ((code <> name)) is declared nowhere"],
  ])("control: %s is seen, and the draft of it makes it good", async (statement, says, table = "pos") => {
    const rolledBack = new Error("as it was");
    const tried = backend.database.system(async (tx) => {
      await tx.execute(sql.raw(statement));
      const seen = await tableDifferences(tx);
      expect(seen).toMatchObject([{ table, says }]);
      const draft = draftOf(seen);
      await tx.execute(sql.raw(draft));
      // What is stored and not declared is left to people.
      const left = statement.includes("spare") ? [{ says }] : [];
      expect(await tableDifferences(tx)).toMatchObject(left);
      throw rolledBack;
    });
    await expect(tried).rejects.toThrow(rolledBack);
  });

  it("control: a check that says less than the declared one, under its name, is not taken for it", async () => {
    const rolledBack = new Error("as it was");
    const tried = backend.database.system(async (tx) => {
      await tx.execute(sql`alter table orders drop constraint orders_check1`);
      await tx.execute(sql`alter table orders add constraint orders_check1 check (payable <= total - discount)`);
      expect((await tableDifferences(tx)).map(({ says }) => says)).toEqual([
        "holds no check (payable = total - discount)",
        "orders_check1 CHECK ((payable <= (total - discount))) is declared nowhere",
      ]);
      throw rolledBack;
    });
    await expect(tried).rejects.toThrow(rolledBack);
  });
});

const kite = resource("ticket", "probeKite", {
  ...{ title: () => "风筝", path: "/probeKite", fun: "parkList", nameField: "name", status: "status" },
  defaultSort: { field: "id", order: "asc" },
  fields: {
    code: code({ label: () => "编号", required: true, list: true, filter: "contains", sort: true }),
    name: text({ label: () => "名称", required: true, list: true, filter: "contains" }),
    parkId: reference("park", { label: () => "景区", required: true, list: true, filter: "equals" }),
    price: money({ label: () => "价格", required: true, default: 1200, list: true }),
    length: number({ label: () => "线长" }),
    bought: date({ label: () => "购入", list: true, filter: "between", sort: true }),
    lent: moment({ label: () => "借出", form: false }),
    mended: boolean({ label: () => "修过" }),
    parts: group({ part: text({ label: () => "部件", required: true }) }, { label: () => "部件" }),
    status: dictionary("enableStatus", { label: () => "状态", required: true, default: "T", list: true, form: false }),
  },
});

describe("a resource that no migration knows yet", () => {
  const table = resourceTable(kite, "probe_kite", {}, ["lent is null or not mended"]);
  const references = { parkId: { table: park, name: park.name } };
  const served = serveResource(kite, { table, references });

  async function call(name: string, payload: Record<string, unknown>, as = backend.admin) {
    const response = await createBackend({ database: backend.database, served }).request(defaultPaths.ticket, {
      method: "POST",
      body: new URLSearchParams(encodePayload({ method: name, ...payload })).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", [tokenHeader]: as },
    });
    const body = (await response.json()) as { data: { records?: Record<string, unknown>[] }; errors?: unknown };
    return { status: response.status, ...body };
  }

  beforeAll(async () => {
    await backend.sql("insert into park (corp_code, id, code, name) values ('0001', 901, 'P1', '东园')");
    await backend.database.system(async (tx) => {
      const draft = draftOf(differences([declaredTable(table, { references })], await catalogueOf(tx)));
      await tx.execute(sql.raw(draft));
      await applyTenancy(tx);
      await makeListIndexes(tx, [{ resource: kite, table }]);
    });
  });

  test("has in its table what its fields say, as PostgreSQL has it", async () => {
    const left = await backend.database.system(async (tx) =>
      differences(await withChecksAsKept(tx, [declaredTable(table, { references })]), await catalogueOf(tx)),
    );
    expect(left).toEqual([]);
    const columns = Object.fromEntries(
      getTableConfig(table).columns.map(({ name, notNull, hasDefault }) => [name, [notNull, hasDefault]]),
    );
    expect(columns).toMatchObject({
      code: [true, false],
      price: [true, true],
      length: [false, false],
      lent: [false, false],
      mended: [true, true],
      parts: [true, true],
      row_version: [true, true],
    });
    expect(listIndexes(kite, table).length).toBeGreaterThan(4);
  });

  test("is saved, listed and told apart; another tenant sees none of it", async () => {
    const row = { code: "K1", name: "燕子", parkId: 901, price: 1500, mended: true, parts: [{ part: "尾" }] };
    expect(await call("probeKiteSave", row)).toMatchObject({ status: 200 });
    expect(await call("probeKiteSave", { ...row, code: "k1" })).toMatchObject({ status: 422 });
    const { data } = await call("probeKiteList", { filters: { name: "燕" } });
    expect(data.records).toMatchObject([{ code: "K1", price: 1500, parkId: 901, status: "T" }]);
    const stranger = await backend.createCorp("0002");
    expect((await call("probeKiteList", {}, stranger)).data.records).toEqual([]);
    await expect(backend.sql("update probe_kite set status = 'X'")).rejects.toThrow("probe_kite_status_check");
    await expect(backend.sql("update probe_kite set park_id = 1")).rejects.toThrow("foreign key");
    await expect(backend.sql("update probe_kite set lent = now()")).rejects.toThrow("probe_kite_check");
  });
});

describe("no tenant reaches another's row by a reference", () => {
  it("every foreign key between tenant tables carries the corp", async () => {
    const keys = await backend.sql<{ name: string; columns: string[] }>(`
      select k.conname as name,
             array(select a.attname::text from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey)) as columns
      from pg_constraint k
      where k.contype = 'f'
        and exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'corp_code')
        and exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'corp_code')`);
    expect(keys.length).toBeGreaterThan(25);
    expect(keys.filter(({ columns }) => !columns.includes("corp_code"))).toEqual([]);
  });
});
