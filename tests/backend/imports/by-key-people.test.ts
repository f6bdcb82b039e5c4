/** Imports that change employees: what is masked, and accounts that go with who leaves. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { departmentSave } from "~/contract/platform/department";
import { employee } from "~/contract/platform/employee";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { csv, importing } from "./importing";

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend();
});
afterEach(() => backend.close());

const { code, name, mobile, state, leaveDay } = employee.fields;
const buttons = ["import", "add", "edit"].map((button) => `employeeList/employee:${button}`);

async function hire(more: object): Promise<void> {
  const { data } = await backend.call(departmentSave, { name: "营销部", parentId: 0 } as never);
  const fields = { code: "E-1", name: "王芳", departmentId: data.id, entryDay: "2020-01-01", state: "onDuty", ...more };
  expect((await backend.call(employee.methods.save, fields as never)).message).toBe("");
}

describe("6 numbers of people in a file", () => {
  const kept = async () =>
    (await backend.sql<{ name: string; mobile: string }>("select name, mobile from employee where code = 'E-1'"))[0];

  it("are neither compared nor changed by who sees them masked; else they are, and the preview masks what was", async () => {
    const people = importing(backend, employee.imports);
    await hire({ mobile: "13800138000" });
    const sheet = csv([
      [code.label(), name.label(), mobile.label()],
      ["E-1", "王芳芳", "13900139000"],
    ]);
    const { token: plain } = await backend.createUser({ grants: ["employeeList", ...buttons] });
    const masked = await people.checked(sheet, "a.csv", plain, "change");
    expect(masked.onlyNew).toEqual([mobile.label()]);
    expect(masked.page.records[0]?.changes.map(({ field }) => field)).toEqual(["name"]);
    await people.run(masked.id, "all", plain);
    await people.work();
    expect(await kept()).toEqual({ name: "王芳芳", mobile: "13800138000" });
    const see = "employeeList/sensitive:view";
    const { token: trusted, id: account } = await backend.createUser({ grants: ["employeeList", ...buttons, see] });
    const whole = await people.checked(sheet, "a.csv", trusted, "change");
    const mobiles = { field: "mobile", before: "138****8000", after: "139****9000" };
    expect([whole.onlyNew, whole.page.records[0]?.changes]).toMatchObject([[], [mobiles]]);
    await people.run(whole.id, "all", trusted);
    await people.work();
    expect((await kept())?.mobile).toBe("13900139000");
    // Who may see it no more does not bring it back either.
    await backend.sql(
      "delete from role_grant where button_code = 'sensitive:view' and role_id in (select role_id from account_role where account_id = $1)",
      [account],
    );
    await people.undo(whole.id, trusted);
    await people.work();
    expect(await people.view(whole.id, trusted)).toMatchObject({ undone: 0, kept: 1 });
    expect((await kept())?.mobile).toBe("13900139000");
  });
});

describe("7ap what a change brings about elsewhere", () => {
  it("happens when the file is written, not when it is checked", async () => {
    const people = importing(backend, employee.imports);
    const { id: account } = await backend.createUser({});
    await hire({ accountId: account });
    const status = async () =>
      (await backend.sql<{ status: string }>("select status from account where id = $1", [account]))[0]?.status;
    const sheet = csv([
      [code.label(), state.label(), leaveDay.label()],
      ["E-1", "left", "2026-11-01"],
    ]);
    const view = await people.checked(sheet, "a.csv", backend.admin, "change");
    expect([view.changing, await status()]).toEqual([1, "T"]);
    await people.run(view.id, "all");
    await people.work();
    expect([(await people.view(view.id)).changed, await status()]).toEqual([1, "F"]);
    const audits = await backend.sql("select thing from audit_log where method = 'employeeImportRun'");
    expect(audits.map(({ thing }) => thing)).toEqual(expect.arrayContaining(["operator", "employee"]));
  });
});
