/** Operators from a file: each row keeps the rules of a single one; first passwords are made later, and told once. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { departmentSave } from "~/contract/platform/department";
import { operator, operatorFirstPasswords, operatorsWithoutPassword } from "~/contract/platform/operator";
import { role } from "~/contract/platform/role";
import { park } from "~/contract/ticket/park";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { csv, importing } from "../imports/importing";
import { assign, makePackage } from "../tenant/platform";
import { accountName, operating } from "./operating";

let backend: TestBackend;
let departmentName: string;
let parkName: string;
let roleName: string;
let otherRole: string;
beforeAll(async () => {
  backend = await openTestBackend();
  departmentName = fresh("票务部");
  await backend.saved(departmentSave, { parentId: 0, name: departmentName });
  parkName = fresh("园");
  await backend.saved(park.methods.save, { code: fresh("P"), name: parkName });
  roleName = await namedRole(["parkList"]);
  otherRole = await namedRole(["tktParkGate"]);
});
afterAll(() => backend.close());

async function namedRole(grants: string[]): Promise<string> {
  const name = fresh("角色");
  const id = await backend.saved(role.methods.save, { code: fresh("r"), name });
  for (const fun of grants) await backend.sql("insert into role_grant values ('0001', $1, $2, '')", [id, fun]);
  return name;
}

const { signIn, clerk } = operating(() => backend);
const heading = ["账号", "姓名", "手机", "部门", "角色", "可用景区", "已实名认证"];
const of = () => importing(backend, operator.imports);
const accounts = async (names: string[], corp = "0001") =>
  backend.sql<{
    acc_name: string;
    told: boolean;
    real: string;
    dept: string;
    mobile: string;
    roles: string;
    parks: string;
  }>(
    `select a.acc_name, a.password_told as told, a.is_real_name as real, a.dept_name as dept, a.mobile,
            coalesce((select string_agg(r.name, ',') from account_role ar
                      join role r on r.corp_code = ar.corp_code and r.id = ar.role_id
                      where ar.corp_code = a.corp_code and ar.account_id = a.id), '') as roles,
            coalesce((select string_agg(p.name, ',') from account_park ap
                      join park p on p.corp_code = ap.corp_code and p.id = ap.park_id
                      where ap.corp_code = a.corp_code and ap.account_id = a.id), '') as parks
     from account a where a.corp_code = $2 and a.acc_name = any ($1) order by a.id`,
    [names, corp],
  );
const importer = () => clerk(["userManage/operator:import", "parkList", "parkList/park:add", "departmentTree"]);

describe("a file of operators", () => {
  test("6 makes them with department, roles and parks by name, and a line each in the log", async () => {
    const [one, two] = [accountName(), accountName()];
    const view = await of().checked(
      csv([
        heading,
        [one, "赵一", "13800138001", departmentName, `${roleName}、${otherRole}`, parkName, "是"],
        [two, "钱二", "", "", "", "", ""],
      ]),
      "人员.csv",
    );
    expect(view.page.records.flatMap(({ errors }) => errors)).toEqual([]);
    expect([view.good, view.bad]).toEqual([2, 0]);
    expect(await accounts([one, two])).toEqual([]);
    expect((await of().run(view.id, "all")).status).toBe(200);
    await of().work();
    const made = await accounts([one, two]);
    expect(made).toEqual([
      {
        ...{ acc_name: one, told: false, real: "T", dept: departmentName, mobile: "13800138001" },
        ...{ roles: `${roleName},${otherRole}`, parks: parkName },
      },
      { acc_name: two, told: false, real: "F", dept: "", mobile: "", roles: "", parks: "" },
    ]);
    const trail = await backend.sql<{ label: string; after: Record<string, string> }>(
      "select label, after from audit_log where thing = 'operator' and after ->> 'accName' = any ($1) order by id",
      [[one, two]],
    );
    expect(trail.map(({ label }) => label)).toEqual(["赵一", "钱二"]);
    expect(trail[0]?.after).toMatchObject({
      roles: `${roleName}、${otherRole}`,
      parks: parkName,
      mobile: "138****8001",
    });
    // Taken back like any import: nobody has used them.
    expect((await of().undo(view.id)).status).toBe(200);
    await of().work();
    expect(await accounts([one, two])).toEqual([]);
  });

  test("6 says in its cell what is wrong: names unknown, taken, twice in the file, against the rule", async () => {
    const [taken, name] = [accountName(), accountName()];
    await backend.saved(operator.methods.save, { accName: taken, name: "在册" });
    const view = await of().checked(
      csv([
        heading,
        ["张三", "无", "", "", "", "", ""],
        [taken.toUpperCase(), "重名", "", "", "", "", ""],
        [name, "甲", "1380", "没有的部门", "", "", "也许"],
        [accountName(), "乙", "", "", "没有的角色", "", ""],
        [accountName(), "丙", "", "", "", "没有的景区", ""],
        [name, "丁", "", "", "", "", ""],
        [name.toUpperCase(), "戊", "", "", "", "", ""],
      ]),
      "人员.csv",
    );
    const errors = view.page.records.map(({ errors }) => errors.map(({ column, message }) => [column, message]));
    expect(errors[0]).toEqual([[0, "账号以字母开头，由 2 到 40 位字母、数字或 . _ - @ 组成"]]);
    expect(errors[1]?.map(([column]) => column)).toEqual([0]);
    expect(errors[2]?.map(([column]) => column).sort()).toEqual([2, 3, 6]);
    expect(errors[3]).toEqual([[4, "没有“没有的角色”"]]);
    expect(errors[4]).toEqual([[5, "没有“没有的景区”"]]);
    expect(errors[6]).toEqual([[0, "与第 4 行重复"]]);
    expect(view.bad).toBe(7);
    expect((await of().run(view.id, "good")).status).toBe(409);
  });

  test("6 the same file once more makes nobody twice", async () => {
    const accName = accountName();
    const file = csv([heading, [accName, "赵一", "", "", roleName, "", ""]]);
    const first = await of().checked(file, "人员.csv");
    await of().run(first.id, "all");
    await of().run(first.id, "all");
    await of().work();
    const second = await of().checked(file, "人员.csv");
    expect([second.good, second.bad]).toEqual([0, 1]);
    expect(second.page.records[0]?.errors[0]?.column).toBe(0);
    expect(await accounts([accName])).toHaveLength(1);
    const changing = await of().start(
      await of().upload(file, "人员.csv"),
      backend.admin,
      crypto.randomUUID(),
      "change",
    );
    expect(changing.status).toBe(422);
  });
});

describe("who imports", () => {
  test("6 gives no role and no park beyond their own, and none at all without the right to", async () => {
    const { token } = await importer();
    const [one, two] = [accountName(), accountName()];
    const rows = [
      [one, "甲", "", "", roleName, "", ""],
      [two, "乙", "", "", otherRole, "", ""],
    ];
    const view = await of().checked(csv([heading, ...rows]), "人员.csv", token);
    expect(view.page.records.map(({ errors }) => errors)).toEqual([
      [],
      [{ column: 4, message: `角色“${otherRole}”含有您没有的权限，不能分配` }],
    ]);
    const some = await backend.createUser({
      grants: ["userManage", "userManage/operator:import", "userManage/operator:add", "parkList"],
    });
    const denied = await of().checked(csv([heading, rows[0] ?? []]), "人员.csv", some.token);
    expect(denied.page.records[0]?.errors).toEqual([{ column: 4, message: "您没有分配角色的权限" }]);
    // Without the right to make an operator no row is right.
    const none = await backend.createUser({ grants: ["userManage", "userManage/operator:import", "parkList"] });
    const refused = await of().checked(csv([heading, [accountName(), "甲"]]), "人员.csv", none.token);
    expect([refused.good, refused.bad]).toEqual([0, 1]);
    // Who has no right to import does not begin.
    const other = await clerk();
    const path = await of().upload(csv([heading, [accountName(), "甲"]]), "人员.csv", other.token);
    expect((await of().start(path, other.token)).status).toBe(403);
  });

  test("6 what was right when it was checked is asked again when it is written", async () => {
    const { token, id } = await importer();
    const accName = accountName();
    const view = await of().checked(csv([heading, [accName, "甲", "", "", roleName]]), "人员.csv", token);
    expect(view.good).toBe(1);
    await backend.sql(
      "delete from role_grant where fun_code = 'parkList' and role_id in (select role_id from account_role where account_id = $1)",
      [id],
    );
    expect((await of().run(view.id, "all", token)).status).toBe(200);
    await of().work();
    const after = await of().view(view.id, token);
    expect([after.imported, after.bad]).toEqual([0, 1]);
    expect(after.page.records[0]?.errors).toEqual([
      { column: 4, message: `角色“${roleName}”含有您没有的权限，不能分配` },
    ]);
    expect(await accounts([accName])).toEqual([]);
  });

  test("6 makes no more accounts than the package has; who comes first in the file is right", async () => {
    const admin = await backend.createCorp("2061");
    const small = await makePackage(backend, "小套餐", {
      rights: ["userManage", "userManage/operator:add", "userManage/operator:import"],
      maxAccounts: 3,
    });
    await assign(backend, "2061", { packageId: small });
    const [used] = await backend.sql<{ n: number }>(
      "select count(*)::int as n from account where corp_code = '2061' and status = 'T'",
    );
    const left = 3 - (used?.n ?? 0);
    const names = Array.from({ length: left + 1 }, accountName);
    const view = await of().checked(csv([heading, ...names.map((one) => [one, "甲"])]), "人员.csv", admin);
    expect([view.good, view.bad]).toEqual([left, 1]);
    expect(view.page.records.at(-1)?.errors[0]?.message).toContain("套餐最多 3 个启用账号");
    // Somebody else takes a place before it is written.
    await backend.saved(operator.methods.save, { accName: accountName(), name: "别处" });
    const taken = await backend.call(operator.methods.save, { accName: accountName(), name: "抢先" }, { as: admin });
    expect(taken.status).toBe(200);
    await of().run(view.id, "good", admin);
    await of().work();
    const [now] = await backend.sql<{ n: number }>(
      "select count(*)::int as n from account where corp_code = '2061' and status = 'T'",
    );
    expect(now?.n).toBe(3);
  });
});

describe("first passwords", () => {
  async function twoImported(as = backend.admin) {
    const names = [accountName(), accountName()];
    const view = await of().checked(
      csv([heading, ...names.map((one) => [one, "新人", "", "", roleName])]),
      "人员.csv",
      as,
    );
    await of().run(view.id, "all", as);
    await of().work();
    const rows = await backend.sql<{ id: number }>("select id::float8 as id from account where acc_name = any ($1)", [
      names,
    ]);
    return { names, ids: rows.map(({ id }) => id) };
  }

  test("6 are made for who has none, told once, kept nowhere, and changed at the first sign-in", async () => {
    const { names, ids } = await twoImported();
    const waiting = await backend.call(operatorsWithoutPassword, {});
    expect(waiting.data.accounts.map(({ accName }) => accName)).toEqual(expect.arrayContaining(names));
    const { data } = await backend.call(operatorFirstPasswords, { ids });
    expect(data.made.map(({ accName }) => accName).sort()).toEqual([...names].sort());
    for (const { accName, password } of data.made)
      expect((await signIn(accName, password)).data.step).toBe("mustChangePassword");
    const kept = JSON.stringify(await backend.sql("select after from audit_log where thing_id = any ($1)", [ids]));
    for (const { password } of data.made) expect(kept).not.toContain(password);
    expect(kept).toContain('"password":"reset"');
    // Told once: neither listed nor made again.
    const again = await backend.call(operatorFirstPasswords, { ids });
    expect(again.data.made).toEqual([]);
    const after = await backend.call(operatorsWithoutPassword, {});
    expect(after.data.accounts.filter(({ id }) => ids.includes(id))).toEqual([]);
  });

  const pressAtOnce = async () => {
    const { ids } = await twoImported();
    const answers = await race(backend, 3, () => backend.call(operatorFirstPasswords, { ids }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    return answers.flatMap(({ data }) => data.made).length;
  };

  test.runIf(raceIsReal)("6 by three at once: each is told to one of them", async () => {
    expect(await pressAtOnce()).toBe(2);
  });

  test.runIf(raceIsReal)("control: where nothing says that one was told, each tells another", async () => {
    await backend.sql("alter table account disable trigger account_password_told");
    try {
      expect(await pressAtOnce()).toBe(6);
    } finally {
      await backend.sql("alter table account enable trigger account_password_told");
    }
  });

  test("6 of an account that holds more than the caller are not theirs to make", async () => {
    const { ids } = await twoImported();
    const { token } = await clerk(["departmentTree"]);
    const { data } = await backend.call(operatorsWithoutPassword, {}, { as: token });
    expect(data.accounts.filter(({ id }) => ids.includes(id))).toEqual([]);
    expect((await backend.call(operatorFirstPasswords, { ids }, { as: token })).data.made).toEqual([]);
    const without = await backend.createUser({ grants: ["userManage", "parkList"] });
    expect((await backend.call(operatorFirstPasswords, { ids }, { as: without.token })).status).toBe(403);
  });

  test("6 an account with a typed password, or one that was reset, waits for none", async () => {
    const { ids } = await twoImported();
    const [one = 0] = ids;
    await backend.sql("update account set password_hash = 'x' where id = $1", [one]);
    const { data } = await backend.call(operatorsWithoutPassword, {});
    expect(data.accounts.some(({ id }) => id === one)).toBe(false);
    expect(data.accounts.some(({ id }) => id === ids[1])).toBe(true);
  });
});
