/** Data migration: a dry run that writes nothing, a run that goes on after a kill, and the way back while nobody uses it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { dictItem } from "~/contract/platform/dictionary";
import { dataMigration, dataMigrationPlan, dataMigrationRun, dataMigrationStart } from "~/contract/tenant/migration";
import { park } from "~/contract/ticket/park";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { race } from "~tests/support/race";
import { lookAt, makeOffice, type Office, planFor, startFor, work, workAndDie } from "./migration-support";
import { assign, makePackage, tenantId } from "./platform";

const rights = ["tktParkGate", "tktChevkPage", "tktChevkPage/check:pass"];
const sales = ["gateGroup", "ticketType", "pricePolicy", "quotaPool", "role"];
const { resume, undo } = dataMigration.methods;

let backend: TestBackend;
let office: Office;
const admins = new Map<string, string>();
beforeAll(async () => {
  backend = await openTestBackend();
  office = await makeOffice(backend, rights);
});
afterAll(() => backend.close());

let tenants = 0;
/** A tenant of its own; with the park of head office under the same code unless told otherwise. */
async function tenant(parkCode: string | null = office.parkCode): Promise<string> {
  tenants += 1;
  const code = `M${tenants}`;
  const token = await backend.createCorp(code);
  admins.set(code, token);
  if (parkCode !== null)
    await backend.call(park.methods.save, { code: parkCode, name: "湖区" } as never, { as: token });
  return code;
}

const rowsIn = (code: string, table: string, where = "true") =>
  backend.sql<Record<string, unknown>>(
    `select t.* from ${table} t where corp_code = $1 and ${where} order by 1, 2, t::text`,
    [code],
  );

async function ranInto(code: string, wish: object = { kinds: sales }): Promise<number> {
  const { data, message } = await startFor(backend, code, wish);
  expect(message).toBe("");
  await work(backend);
  return data.id;
}

test("2.3g.1 the dry run counts what would be created, is the same, differs or cannot go, and writes nothing", async () => {
  const code = await tenant();
  const before = await digests(backend, { except: ["session"] });
  const { data, message } = await planFor(backend, code, { kinds: [...sales, "parameter", "dictItem"] });
  expect(message).toBe("");
  expect(changed(before, await digests(backend, { except: ["session"] }))).toEqual([]);
  const of = (kind: string) => data.plan.find((one) => one.kind === kind);
  for (const kind of ["gateGroup", "ticketType", "pricePolicy", "quotaPool", "role"])
    expect(of(kind)?.counts.made, kind).toBeGreaterThan(0);
  // Each after what it refers to.
  expect(data.plan.map(({ kind }) => kind)).toEqual([
    ...["dictItem", "parameter", "role", "gateGroup", "ticketType", "combo", "pricePolicy", "quotaPool"],
  ]);
  expect(of("dictItem")?.counts).toMatchObject({ made: 0, kept: 0, blocked: 0 });
  expect(of("dictItem")?.counts.same).toBeGreaterThan(100);
  expect(data.missing).toEqual([]);
  expect([data.from, data.to]).toEqual(["总部", expect.any(String)]);
});

test("what the other tenant has differently is told field by field and kept; what it lacks to refer to stops a thing", async () => {
  const code = await tenant(null);
  const { data } = await planFor(backend, code, { kinds: ["ticketType", "pricePolicy"] });
  const blocked = data.plan.flatMap(({ rows }) => rows);
  expect(blocked.map(({ outcome }) => outcome)).toEqual(["blocked", "blocked"]);
  expect(blocked[0]?.why).toContain("景区“青云山景区”");
  expect(blocked[1]?.why).toContain("票种“成人票”");
  expect(data.missing.map(({ kind, names }) => [kind, names])).toEqual([["park", ["青云山景区"]]]);
  expect((await startFor(backend, code, { kinds: ["ticketType", "pricePolicy"] })).status).toBe(409);
  // Another park stands for it: then its gate group is missing, until that is chosen too.
  await backend.call(park.methods.save, { code: "LAKE", name: "湖区" } as never, { as: admins.get(code) ?? "" });
  const [lake] = await rowsIn(code, "park");
  const places = [{ kind: "park", id: Number(lake?.id) }];
  const placed = await planFor(backend, code, { kinds: ["gateGroup", "ticketType"], places });
  expect(placed.data.plan.map(({ counts }) => counts.made)).toEqual([1, 1, 0]);
  await ranInto(code, { kinds: ["gateGroup", "ticketType"], places });
  expect((await rowsIn(code, "ticket_type")).map(({ park_id }) => Number(park_id))).toEqual([Number(lake?.id)]);
  // Its own content: named by the fields that differ, and a price is not laid upon it.
  await backend.sql("update ticket_type set list_price = 7000 where corp_code = $1", [code]);
  const again = await planFor(backend, code, { kinds: ["ticketType", "pricePolicy"], places });
  const [type, , policy] = again.data.plan.map(({ rows }) => rows[0]);
  expect([type?.outcome, policy?.outcome]).toEqual(["kept", "blocked"]);
  expect(type?.why).toMatch(/内容不同：\S+/);
  expect(policy?.why).toContain("内容不同");
});

test("a run makes what the dry run said, in that tenant and nowhere else; nothing goes on sale and no price changes by itself", async () => {
  const code = await tenant();
  const bystander = await tenant();
  const inOthers = () =>
    Promise.all(
      [
        "ticket_type",
        "ticket_type_slot",
        "price_policy",
        "quota_pool",
        "quota_pool_type",
        "role",
        "role_grant",
        "gate_group",
      ].flatMap((table) => ["0001", bystander].map((other) => rowsIn(other, table))),
    );
  const before = await inOthers();
  const id = await ranInto(code);
  expect(await inOthers()).toEqual(before);
  const [type] = await rowsIn(code, "ticket_type");
  const [group] = await rowsIn(code, "gate_group");
  const [own] = await rowsIn(code, "park");
  expect(type).toMatchObject({ code: office.typeCode, status: "draft", gate_group_id: group?.id, park_id: own?.id });
  expect(await rowsIn(code, "ticket_type_slot", `ticket_type_id = ${Number(type?.id)}`)).toHaveLength(1);
  expect((await rowsIn(code, "price_policy")).map(({ status, price }) => [status, Number(price)])).toEqual([
    ["F", 6000],
  ]);
  expect((await rowsIn(code, "quota_pool")).map(({ status, parks }) => [status, parks])).toEqual([
    ["F", expect.anything()],
  ]);
  const [made] = await rowsIn(code, "role", `code = '${office.roleCode}'`);
  const grants = await rowsIn(code, "role_grant", `role_id = ${Number(made?.id)}`);
  expect(grants.map(({ fun_code, button_code }) => [fun_code, button_code].filter(Boolean).join("/")).sort()).toEqual(
    [...rights].sort(),
  );
  const run = await lookAt(backend, id);
  expect([run.state, run.done]).toEqual(["done", run.total]);
  const [row] = await rowsIn("0001", "data_migration", `id = ${id}`);
  expect(row).toMatchObject({ status: "done", made: 5, to_code: code, from_code: "0001" });
  // Told in both tenants: by whom of head office, and from where.
  const there = await rowsIn(code, "audit_log", "method = 'dataMigrationStart'");
  expect(there).toHaveLength(5);
  expect(there[0]).toMatchObject({ account_name: expect.stringContaining("总部") });
  expect(await rowsIn("0001", "audit_log", `thing = 'dataMigration' and thing_id = ${id}`)).toHaveLength(1);
  // Once more everything is the same, and there is nothing to start.
  const { data } = await planFor(backend, code, { kinds: sales });
  expect(data.plan.map(({ kind, counts }) => [kind, counts.made])).toEqual(data.plan.map(({ kind }) => [kind, 0]));
  expect((await startFor(backend, code, { kinds: sales })).status).toBe(409);
});

test("a role takes no right beyond the package of the tenant; a smaller one is told", async () => {
  const code = await tenant();
  const packageId = await makePackage(backend, `小 ${code}`, { rights: ["tktChevkPage"] });
  expect((await assign(backend, code, { packageId })).success).toBe(true);
  const { data } = await planFor(backend, code, { kinds: ["role"] });
  const told = data.plan[0]?.rows.find(({ outcome }) => outcome === "made");
  expect(told?.why).toContain("2 项权限");
  await ranInto(code, { kinds: ["role"] });
  const [made] = await rowsIn(code, "role", `code = '${office.roleCode}'`);
  const grants = await rowsIn(code, "role_grant", `role_id = ${Number(made?.id)}`);
  expect(grants.map(({ fun_code, button_code }) => [fun_code, button_code])).toEqual([["tktChevkPage", ""]]);
});

test("killed between two batches it goes on where it was: nothing twice, nothing left out", async () => {
  const code = await tenant();
  const { data } = await startFor(backend, code, { kinds: [...sales, "dictItem"] });
  await workAndDie(backend, 3, 40);
  const half = await lookAt(backend, data.id);
  expect([half.state, half.done]).toEqual(["running", 120]);
  await workAndDie(backend, 8, 40);
  await work(backend);
  const run = await lookAt(backend, data.id);
  expect([run.state, run.done]).toEqual(["done", run.total]);
  const doubled = await backend.sql(
    "select kind, source_id from data_migration_item where migration_id = $1 group by 1, 2 having count(*) > 1",
    [data.id],
  );
  expect(doubled).toEqual([]);
  for (const table of ["ticket_type", "price_policy", "quota_pool", "gate_group"])
    expect(await rowsIn(code, table), table).toHaveLength(1);
  const [row] = await rowsIn("0001", "data_migration", `id = ${data.id}`);
  expect(row).toMatchObject({ status: "done", made: 5 });
});

test("undoing takes away what the run made, and nothing else, and cannot be done twice", async () => {
  const code = await tenant();
  const tables = [
    "ticket_type",
    "ticket_type_slot",
    "price_policy",
    "quota_pool",
    "quota_pool_type",
    "role",
    "role_grant",
    "gate_group",
  ];
  const rows = () => Promise.all(tables.map((table) => rowsIn(code, table)));
  const before = await rows();
  const id = await ranInto(code);
  expect(await rows()).not.toEqual(before);
  const done = await backend.call(undo, { id });
  expect(done.message).toBe("");
  expect(await rows()).toEqual(before);
  expect(await rowsIn(code, "audit_log", "method = 'dataMigrationUndo'")).toHaveLength(5);
  expect((await backend.call(undo, { id })).status).toBe(409);
  // And again from the beginning.
  await ranInto(code);
});

test("undoing is refused as a whole while something uses what was made, or somebody changed it; each is named", async () => {
  const code = await tenant();
  const id = await ranInto(code);
  const [made] = await rowsIn(code, "role", `code = '${office.roleCode}'`);
  await backend.sql(
    "insert into account_role (corp_code, account_id, role_id) select corp_code, id, $2 from account where corp_code = $1 limit 1",
    [code, made?.id],
  );
  const before = await digests(backend, { except: ["session"] });
  const used = await backend.call(undo, { id });
  expect(used.status).toBe(409);
  expect(used.message).toContain("检票组长");
  expect(changed(before, await digests(backend, { except: ["session"] }))).toEqual([]);
  await backend.sql("delete from account_role where corp_code = $1 and role_id = $2", [code, made?.id]);
  await backend.sql("update price_policy set price = 5000 where corp_code = $1", [code]);
  const edited = await backend.call(undo, { id });
  expect([edited.status, edited.message]).toEqual([409, expect.stringMatching(/冬季价.*修改过/)]);
  expect(await rowsIn(code, "quota_pool")).toHaveLength(1);
  // What its owner removed is no hindrance.
  await backend.sql("delete from price_policy where corp_code = $1", [code]);
  expect((await backend.call(undo, { id })).message).toBe("");
  expect(await rowsIn(code, "ticket_type")).toEqual([]);
});

test("overwriting is chosen by kind, and undone exactly; an overwritten row that was changed since is not put back", async () => {
  const code = await tenant();
  const kinds = ["dictItem", "parameter"];
  const mine = async () => [
    await rowsIn(code, "dict_item", "dict_type = 'paymentType' and value = 'cash'"),
    await backend.sql("select param_option from sys_param where corp_code = $1 order by param_code", [code]),
  ];
  const [item] = await backend.sql<{ id: number }>(
    "select id from dict_item where corp_code = '0001' and dict_type = 'paymentType' and value = 'cash'",
  );
  await backend.sql("update dict_item set label = '现金收款' where corp_code = '0001' and id = $1", [item?.id]);
  await backend.sql("update sys_param set param_option = '7' where corp_code = '0001' and param_code = 'timeOut'");
  const keeping = await planFor(backend, code, { kinds });
  expect(keeping.data.plan.map(({ counts }) => counts.taken)).toEqual([0, 0]);
  const kept = keeping.data.plan.map(({ counts }) => counts.kept);
  expect(kept[0]).toBe(1);
  const labels = async () =>
    (await rowsIn(code, "dict_item", "dict_type = 'paymentType' and value = 'cash'")).map(({ label, sort, status }) => [
      ...[label, sort, status],
    ]);
  const before = [await labels(), (await mine())[1]];
  const id = await ranInto(code, { kinds, takes: kinds });
  expect(await labels()).toEqual([["现金收款", expect.anything(), "T"]]);
  expect((await backend.call(undo, { id })).message).toBe("");
  expect([await labels(), (await mine())[1]]).toEqual(before);
  const second = await ranInto(code, { kinds, takes: kinds });
  const [own] = await rowsIn(code, "dict_item", "dict_type = 'paymentType' and value = 'cash'");
  await backend.call(
    dictItem.methods.save,
    { ...{ id: Number(own?.id), label: "现款", labelEn: "Cash", sort: 1, colour: null, isDefault: false } } as never,
    { as: admins.get(code) ?? "" },
  );
  expect((await backend.call(undo, { id: second })).message).toContain("现金收款");
  expect((await labels())[0]?.[0]).toBe("现款");
});

test("two presses are one run, and two at once into one tenant are one", async () => {
  const code = await tenant();
  const [first, second] = [
    await startFor(backend, code, { kinds: sales }, "one-press-of-it"),
    await startFor(backend, code, { kinds: sales }, "one-press-of-it"),
  ];
  expect(second.data).toEqual(first.data);
  const other = await tenant();
  const all = await race(backend, 4, (person) =>
    startFor(backend, other, { kinds: sales }, `person-${person}-presses`),
  );
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  await work(backend);
  expect(await rowsIn(other, "ticket_type")).toHaveLength(1);
  const both = await race(backend, 3, () => backend.call(undo, { id: first.data.id }));
  expect(both.filter(({ success }) => success)).toHaveLength(1);
});

test("while it works it is neither resumed nor undone; stopped for good it goes on when somebody says so", async () => {
  const code = await tenant();
  const { data } = await startFor(backend, code, { kinds: sales });
  expect((await backend.call(undo, { id: data.id })).status).toBe(409);
  expect((await backend.call(resume, { id: data.id })).status).toBe(409);
  await workAndDie(backend, 2, 1);
  await backend.sql(
    "update job set state = 'cancelled', lease_until = null, finished_at = now() where kind = 'migrateData' and state = 'running'",
  );
  expect((await lookAt(backend, data.id)).state).toBe("stopped");
  expect((await backend.call(resume, { id: data.id })).message).toBe("");
  await work(backend);
  expect((await lookAt(backend, data.id)).state).toBe("done");
  expect(await rowsIn(code, "ticket_type")).toHaveLength(1);
});

test("only head office, with its own right for each verb, and only into another tenant that is in service", async () => {
  const code = await tenant();
  const [targetId, key] = [await tenantId(backend, code), "a-key-of-nobody"];
  const asked = { targetId, kinds: ["role"], idempotencyKey: key };
  const of = async (grants: string[], corpCode = "0001") => (await backend.createUser({ grants, corpCode })).token;
  const looker = await of(["dataMigration"]);
  const nobody = await of(["tenantList"]);
  const there = admins.get(code) ?? "";
  const statuses = async (as: string) => [
    (await backend.call(dataMigrationPlan, { targetId }, { as })).status,
    (await backend.call(dataMigrationStart, asked, { as })).status,
    (await backend.call(dataMigrationRun, { id: 999 }, { as })).status,
    (await backend.call(undo, { id: 999 }, { as })).status,
  ];
  expect(await statuses(nobody)).toEqual([403, 403, 403, 403]);
  expect(await statuses(looker)).toEqual([200, 403, 404, 403]);
  expect(await statuses(there)).toEqual([403, 403, 403, 403]);
  const starter = await of(["dataMigration", "dataMigration/dataMigration:start"]);
  expect((await backend.call(dataMigrationStart, { ...asked, targetId: 9_999 }, { as: starter })).status).toBe(404);
  expect((await planFor(backend, code, { targetId: 9_999 })).status).toBe(404);
  expect((await planFor(backend, code, { kinds: ["role"], sourceId: targetId })).status).toBe(422);
  expect((await planFor(backend, code, { kinds: ["account"] })).status).toBe(422);
  await assign(backend, code, { expiresOn: "2020-01-01" });
  expect((await startFor(backend, code, { kinds: ["role"] })).status).toBe(409);
  expect(await rowsIn("0001", "data_migration", `to_code = '${code}'`)).toEqual([]);
});

test("whoever lost the right meanwhile writes nothing more", async () => {
  const code = await tenant();
  const { token, id } = await backend.createUser({ grants: ["dataMigration", "dataMigration/dataMigration:start"] });
  const asked = { targetId: await tenantId(backend, code), kinds: ["role"], idempotencyKey: "before-the-right-went" };
  expect((await backend.call(dataMigrationStart, asked, { as: token })).status).toBe(200);
  await backend.sql("delete from account_role where account_id = $1", [id]);
  await work(backend);
  expect(await rowsIn(code, "role", `code = '${office.roleCode}'`)).toEqual([]);
});

test("the division of administration is nobody's to hand over: it asks for three people of the corp itself", async () => {
  const code = await tenant();
  const set = (on: string) =>
    backend.sql(
      "update sys_param set param_option = $1 where corp_code = '0001' and param_code = 'dividedAdministration'",
      [on],
    );
  await set("T");
  const started = await startFor(backend, code, { kinds: ["parameter"], takes: ["parameter"] });
  expect(started.message).toBe("没有可写入的内容，无需迁移");
  await set("F");
  const own = await rowsIn(code, "sys_param", "param_code = 'dividedAdministration'");
  expect(own.map((row) => row.param_option)).toEqual(["F"]);
});
