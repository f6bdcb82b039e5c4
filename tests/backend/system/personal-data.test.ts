/** Personal data whose days are over are destroyed; what is good still, another tenant's, and every figure stay as they are. */
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { erasedSign } from "~/contract/erased";
import { orderDetail } from "~/contract/order/order";
import { employee } from "~/contract/platform/employee";
import { audit } from "~/contract/platform/logs";
import { personalDataErase, personalData as personalDataGet } from "~/contract/platform/personal-data";
import { leastDays, personalPurposes } from "~/contract/platform/personal-purposes";
import { issuedTicket } from "~/contract/ticket/issued";
import { manifests, personal, personalKept } from "~server/backend/business/manifests";
import { eraseKind, eraseKindName } from "~server/backend/jobs/erase-kind";
import { createWorker } from "~server/backend/jobs/worker";
import { columnName } from "~server/backend/kernel/columns";
import { enqueue } from "~server/backend/kernel/enqueue";
import { eraseDue, eraseSlice, indexOf } from "~server/backend/kernel/personal-data";
import { listsServed } from "~server/backend/served";
import { adminPassword, openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { withCheckDigit } from "~tests/support/identity";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, friday, type TestPark, today } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";

let backend: TestBackend;
let park: TestPark;
let other: string;
let theirs: TestPark;
const code = "7016";
const person = { name: "李云", document: "resident" as const, identity: withCheckDigit("11010519900307123") };
/** After the days of admission, and before those of orders were over. */
const later = new Date("2029-11-25T10:00:00+08:00");

const named = (which: TestPark, as?: string) =>
  which.sell(
    {
      lines: [{ ticketTypeId: which.namedId, quantity: 1 }],
      visitors: [person],
      contactName: "李云",
      contactMobile: "13800138000",
    },
    as,
  );

beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  other = await backend.createCorp(code);
  theirs = await createPark(backend, other);
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

interface Night {
  corpCode?: string;
  at?: Date;
}
const put = (corpCode: string) =>
  backend.database.tenant(corpCode, (tx) => enqueue(tx, { kind: eraseKindName, maxAttempts: 1 }));
/** By nobody's schedule: each run here is asked for. */
const { schedule: _, ...alone } = eraseKind(personal);
const worker = (at: Date) =>
  createWorker({
    ...{ database: backend.database, kinds: [alone], secrets: secretsOfTests, now: () => at },
  });

/** Answers the state of the run, and how many rows it took. */
async function night({ corpCode = "0001", at = later }: Night = {}): Promise<[string, number]> {
  const id = await put(corpCode);
  await worker(at).drain();
  const [job] = await backend.sql<{ state: string; result: { rows?: number } | null }>(
    "select state, result from job where id = $1",
    [id],
  );
  return [job?.state ?? "", job?.result?.rows ?? 0];
}

const holders = (corpCode = "0001") =>
  backend.sql<{ name: string; identity: string; state: string }>(
    "select holder_name as name, holder_identity as identity, state from ticket where corp_code = $1 order by id",
    [corpCode],
  );
const clear = async () => {
  for (const table of ["personal_erasure_log", "job"]) await backend.sql(`delete from ${table} where corp_code <> 'x'`);
};
/** The nightly task that says so; a test has no night. */
const expire = () =>
  backend.sql("update ticket set state = 'expired' where state = 'issued' and valid_to < '2029-01-01'");

describe("what is declared", () => {
  const declared = new Map<string, Set<string>>();
  const note = (table: string, columns: readonly string[]) => {
    const known = declared.get(table) ?? new Set();
    for (const column of columns) known.add(column);
    declared.set(table, known);
  };
  for (const one of personal)
    for (const { table, columns } of [one, ...(one.with ?? [])]) note(table, Object.keys(columns));
  for (const { table, columns } of personalKept) note(table, columns);
  const isDeclared = (table: string, column: string) => declared.get(table)?.has(column) ?? false;

  test("no column of a field that belongs to a person is without a purpose, or a reason to stay", () => {
    const kinds = ["identity", "mobile", "telephone", "email"];
    const open = listsServed.flatMap(({ resource, table }) =>
      Object.entries(resource.fields)
        .filter(([, field]) => kinds.includes(field.kind) || field.mask === true)
        // What a list reads from another table has no column of its own.
        .filter(([name]) => name in getTableColumns(table))
        .map(([name]) => [getTableName(table), columnName(name)] as const)
        .filter(([of, column]) => !isDeclared(of, column))
        .map(([of, column]) => `${of}.${column}`),
    );
    expect([...new Set(open)]).toEqual([]);
  });

  test("nor is a column of any table whose name says that it is a person's", () => {
    const says = /(^|_)(mobile|identity|telephone|holder_name|contact|contact_name|plate|plates|bank_account)$/;
    /** Of these the row goes when what it is for has ended. */
    const goes = ["parking_pass_plate.plate"];
    const settings = ["parking_lot.pass_plates", "card_type.asks_identity", "card_type.asks_mobile"];
    const open = manifests.flatMap(({ tables = [] }) =>
      tables.flatMap((schema) =>
        Object.values(schema)
          .filter((table): table is PgTable => is(table, PgTable))
          .flatMap((table) => {
            const name = getTableName(table);
            const columns = Object.values(table as unknown as Record<string, { name?: string }>).map(
              (one) => one?.name ?? "",
            );
            return columns.filter((one) => says.test(one) && !isDeclared(name, one)).map((one) => `${name}.${one}`);
          }),
      ),
    );
    expect(open.filter((one) => ![...goes, ...settings].includes(one))).toEqual([]);
  });

  test("nor a photograph, nor what is typed by hand into a table that holds people", () => {
    const ofPeople = new Set(personal.map(({ table }) => table));
    const said = /(^|_)(remark|wishes|suspended_for|cancelled_for|photo|photos|portrait|letter)$/;
    const shown = ["park.photos", "card_type.asks_photo"];
    const open = manifests.flatMap(({ tables = [] }) =>
      tables.flatMap((schema) =>
        Object.values(schema)
          .filter((table): table is PgTable => is(table, PgTable))
          .flatMap((table) => {
            const name = getTableName(table);
            return Object.values(getTableColumns(table))
              .map((one) => one.name)
              .filter((one) => said.test(one) && (/photo|portrait|letter/.test(one) || ofPeople.has(name)))
              .filter((one) => !isDeclared(name, one))
              .map((one) => `${name}.${one}`);
          }),
      ),
    );
    expect([...new Set(open)].filter((one) => !shown.includes(one))).toEqual([]);
  });

  test("every table and column is there, each with the index of its declaration, and a business names its own alone", async () => {
    const there = await backend.sql<{ at: string }>(
      "select table_name || '.' || column_name as at from information_schema.columns where table_schema = 'public'",
    );
    const known = new Set(there.map(({ at }) => at));
    const missing = [...declared].flatMap(([table, columns]) =>
      [...columns].map((column) => `${table}.${column}`).filter((at) => !known.has(at)),
    );
    expect(missing).toEqual([]);
    // What is to be emptied may be empty.
    const full = await backend.sql<{ at: string }>(
      "select table_name || '.' || column_name as at from information_schema.columns where is_nullable = 'NO'",
    );
    const emptied = personal.flatMap(({ table, columns }) =>
      Object.entries(columns).flatMap(([column, by]) => (by === "null" ? [`${table}.${column}`] : [])),
    );
    expect(emptied.filter((at) => full.some((one) => one.at === at))).toEqual([]);
    for (const data of personal) {
      const name = `${data.table}_personal`;
      const [before] = await backend.sql<{ said: string }>(`select pg_get_indexdef('${name}'::regclass) as said`);
      await backend.sql(indexOf(data).replace(`create index ${name}`, "create index anew_personal"));
      const [anew] = await backend.sql<{ said: string }>("select pg_get_indexdef('anew_personal'::regclass) as said");
      await backend.sql("drop index anew_personal");
      expect(before?.said).toBe(anew?.said.replace("anew_personal", name));
    }
    for (const { tables = [], personal: { erases = [], keeps = [] } = {} } of manifests) {
      const own = tables.flatMap((schema) =>
        Object.values(schema).flatMap((table) => (is(table, PgTable) ? [getTableName(table)] : [])),
      );
      expect([...erases, ...keeps].filter(({ table }) => !own.includes(table)).map(({ table }) => table)).toEqual([]);
    }
  });
});

describe("a night", () => {
  test("takes names and numbers of tickets that are over, and nothing of one that is good or of another tenant", async () => {
    const { orderId } = await named(park);
    const far = await park.addType({
      name: "十年票",
      realName: "perTicket",
      perIdentityDay: 9,
      validity: "days",
      validDays: 3000,
    });
    await park.sell({ lines: [{ ticketTypeId: far, quantity: 1 }], visitors: [person] });
    await named(theirs, other);
    await expire();
    expect((await holders()).map(({ identity }) => identity)).toEqual([person.identity, person.identity]);
    // A day before it is due.
    expect(await night({ at: new Date("2029-11-20T23:00:00+08:00") })).toEqual(["done", 0]);
    const [state, rows] = await night();
    expect([state, rows]).toEqual(["done", 2]);
    const [old, good] = await holders();
    expect([old?.name, old?.identity.slice(0, 1), old?.identity.length]).toEqual([erasedSign, erasedSign, 28]);
    expect([good?.name, good?.identity, good?.state]).toEqual(["李云", person.identity, "issued"]);
    expect((await holders(code)).map(({ name, identity }) => [name, identity])).toEqual([["李云", person.identity]]);
    expect(await night()).toEqual(["done", 0]);
    const [order] = await backend.sql("select contact_name, contact_mobile from orders where id = $1", [orderId]);
    expect([order?.contact_name, String(order?.contact_mobile).slice(0, 1)]).toEqual([erasedSign, erasedSign]);
    // Its own night takes the other tenant's: the same person has another token there.
    expect((await night({ corpCode: code }))[1]).toBe(2);
    const [foreign] = await holders(code);
    expect(foreign?.identity.slice(0, 1)).toBe(erasedSign);
    expect(foreign?.identity).not.toBe(old?.identity);
    const told = await backend.sql(
      "select purpose, of_table, rows from personal_erasure_log where corp_code = '0001' order by id",
    );
    expect(told).toEqual([
      { purpose: "admission", of_table: "ticket", rows: 1 },
      { purpose: "order", of_table: "orders", rows: 1 },
    ]);
  });

  test("equal numbers stay equal within a corp", async () => {
    await named(park);
    await expire();
    await night();
    const tokens = (await holders()).filter(({ name }) => name === erasedSign).map(({ identity }) => identity);
    expect([tokens.length, new Set(tokens).size]).toEqual([2, 1]);
  });

  test("no answer and no file has a token: lists, masks and pages say it in both languages", async () => {
    const { records } = (await backend.call(issuedTicket.methods.list, {})).data;
    const words = records.map(({ holderIdentity }) => holderIdentity);
    expect(words.filter((one) => one === "已按期销毁").length).toBe(2);
    const { token: as } = await backend.createUser({ grants: ["buyTktLog", "ticketLog"] });
    const [row] = await backend.sql<{ id: number }>("select order_id::int as id from ticket order by id limit 1");
    const id = row?.id ?? 0;
    const seen = JSON.stringify([
      await backend.call(orderDetail, { id } as never),
      await backend.call(orderDetail, { id } as never, { as }),
      await backend.call(orderDetail, { id } as never, { language: "en" }),
      await backend.call(issuedTicket.methods.list, { filters: { holderIdentity: person.identity } }),
    ]);
    expect([seen.includes("已按期销毁"), seen.includes("Erased"), seen.includes(erasedSign)]).toEqual([
      true,
      true,
      false,
    ]);
    const found = (await backend.call(issuedTicket.methods.list, { filters: { holderIdentity: person.identity } }))
      .data;
    expect(found.records.map(({ holderName }) => holderName)).toEqual(["李云"]);
  });

  test("an employee who left long ago is nobody's number, and may come back under the same", async () => {
    await backend.sql("insert into department (corp_code, name) values ('0001', '运营部')");
    const [department] = await backend.sql<{ id: number }>("select max(id)::int as id from department");
    const fields = {
      ...{ code: "E7016", name: "赵青", departmentId: department?.id, entryDay: "2020-01-01" },
      ...{ identity: withCheckDigit("11010519880101455"), mobile: "13900139000" },
    };
    await backend.saved(employee.methods.save, { ...fields, state: "left", leaveDay: "2021-01-01" });
    await backend.saved(employee.methods.save, {
      ...fields,
      code: "E7017",
      identity: null,
      state: "onDuty",
      leaveDay: null,
    });
    expect((await night())[1]).toBe(1);
    const rows = await backend.sql(
      "select code, name, identity, mobile from employee where code like 'E70%' order by code",
    );
    expect(rows).toEqual([
      { code: "E7016", name: "赵青", identity: null, mobile: null },
      { code: "E7017", name: "赵青", identity: null, mobile: "13900139000" },
    ]);
    await backend.saved(employee.methods.save, { ...fields, code: "E7018", state: "onDuty", leaveDay: null });
  });
});

describe("a run that dies", () => {
  const many = eraseSlice + 200;
  const tickets = () =>
    backend.sql(
      `insert into ticket (corp_code, ticket_no, qr_text, order_id, line_id, ticket_type_id, ticket_type_name, park_id,
         visit_day, valid_from, valid_to, price, admissions, state, holder_name, holder_identity)
       select corp_code, 'K' || n, 'K' || lpad(n::text, 31, '0'), order_id, line_id, ticket_type_id, ticket_type_name, park_id,
         visit_day, valid_from, valid_to, 0, 1, 'voided', '李云', $1
       from (select * from ticket where corp_code = '0001' order by id limit 1) t, generate_series(1, ${many}) n`,
      [person.identity],
    );
  const bare = async () =>
    (
      await backend.sql<{ n: number }>(
        "select count(*)::int as n from ticket where ticket_no like 'K%' and holder_name = '李云'",
      )
    )[0]?.n;
  const noted = async () =>
    (
      await backend.sql<{ n: number }>(
        "select coalesce(sum(rows), 0)::int as n from personal_erasure_log where of_table = 'ticket' and corp_code = '0001'",
      )
    )[0]?.n;

  test("leaves whole slices, each with its note; the next goes on with what is left, once", async () => {
    await clear();
    await tickets();
    await backend.sql(`
      create function dies() returns trigger language plpgsql as $$
      begin
        if exists (select from personal_erasure_log where corp_code = new.corp_code) then
          raise exception 'the worker is gone';
        end if;
        return new;
      end $$;
      create trigger dies before insert on personal_erasure_log for each row execute function dies()`);
    const [state] = await night();
    expect(state).not.toBe("done");
    expect([await bare(), await noted()]).toEqual([many - eraseSlice, eraseSlice]);
    await backend.sql("drop trigger dies on personal_erasure_log; drop function dies()");
    expect(await night()).toEqual(["done", many - eraseSlice]);
    expect([await bare(), await noted()]).toEqual([0, many]);
    expect(await night()).toEqual(["done", 0]);
    await backend.sql("delete from ticket where ticket_no like 'K%'");
  });

  test.runIf(raceIsReal)("two at once take each row once; without the lock both would note it", async () => {
    const data = personal.find(({ table }) => table === "ticket");
    if (!data) throw new Error("tickets are declared");
    const how = { now: later, days: 1096, corpCode: "0001", secrets: secretsOfTests };
    const both = async (locks: boolean) => {
      await tickets();
      const taken = await race(backend, 2, () =>
        backend.database.tenant("0001", async (tx) => {
          const rows = await eraseDue(tx, data, { ...how, locks });
          await new Promise((resolve) => setTimeout(resolve, 150));
          return rows;
        }),
      );
      await backend.sql("delete from ticket where ticket_no like 'K%'");
      return taken.reduce((sum, one) => sum + one, 0);
    };
    expect(await both(true)).toBe(many);
    expect(await both(false)).toBe(2 * eraseSlice);
  });
});

describe("the page", () => {
  test("says what is kept for how long, what is due and what was taken; a press takes it once", async () => {
    await clear();
    await named(park);
    await expire();
    backend.setNow(later);
    const as = await backend.signIn("admin", adminPassword);
    const { data } = await backend.call(personalDataGet, {}, { as });
    expect(data.purposes.map(({ purpose }) => purpose)).toEqual([...personalPurposes]);
    const admission = data.purposes.find(({ purpose }) => purpose === "admission");
    expect(admission).toMatchObject({ days: 1096, least: 366, due: 1, more: false, erased: 0, lastAt: "" });
    expect((await backend.call(personalDataErase, { sure: "T" }, { as })).message).toBe("");
    expect((await backend.call(personalDataErase, { sure: "T" }, { as })).message).toBe("正在销毁或等待执行");
    await worker(later).drain();
    const after = (await backend.call(personalDataGet, {}, { as })).data;
    expect(after.purposes.find(({ purpose }) => purpose === "admission")).toMatchObject({ due: 0, erased: 1 });
    expect([after.running, after.tokens]).toEqual([false, true]);
    const entries = (await backend.call(audit.methods.list, { filters: { thing: "personalData" } }, { as })).data
      .records;
    expect(entries.length).toBeGreaterThan(1);
    backend.setNow(friday);
  });

  test("needs its right, and the whole corp; never fewer days than the law asks, whatever the table says", async () => {
    const { token: reading } = await backend.createUser({ grants: ["personalData"] });
    expect((await backend.call(personalDataGet, {}, { as: reading })).status).toBe(200);
    expect((await backend.call(personalDataErase, { sure: "T" }, { as: reading })).status).toBe(403);
    const { token: nobody } = await backend.createUser({ grants: ["buyTktLog"] });
    expect((await backend.call(personalDataGet, {}, { as: nobody })).status).toBe(403);
    const { token: bound } = await backend.createUser({ grants: ["personalData"], parks: [park.parkId] });
    expect((await backend.call(personalDataGet, {}, { as: bound })).status).toBe(409);
    await named(park);
    await expire();
    await backend.sql(
      `insert into sys_param (corp_code, param_code, param_option) values ('0001', 'personalAdmissionDays', '1')
       on conflict (corp_code, param_code) do update set param_option = '1'`,
    );
    expect(await night({ at: new Date("2027-11-20T10:00:00+08:00") })).toEqual(["done", 0]);
    expect((await night({ at: new Date("2027-11-23T10:00:00+08:00") }))[1]).toBe(1);
    expect(personalPurposes.map(leastDays).every((days) => days >= 30)).toBe(true);
    expect(today).toBe("2026-11-20");
  });
});
