/** Values of own fields that a corp marked as personal go with the rest of the row; others stay. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownField } from "~/contract/own/own-field";
import { personal } from "~server/backend/business/manifests";
import { eraseKind, eraseKindName } from "~server/backend/jobs/erase-kind";
import { createWorker } from "~server/backend/jobs/worker";
import { enqueue } from "~server/backend/kernel/enqueue";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
const code = "7017";
let other: string;
beforeAll(async () => {
  backend = await openTestBackend();
  other = await backend.createCorp(code);
});
afterAll(() => backend.close());

const { schedule: _, ...alone } = eraseKind(personal);
async function night(corpCode: string) {
  await backend.database.tenant(corpCode, (tx) => enqueue(tx, { kind: eraseKindName, maxAttempts: 1 }));
  const now = () => new Date("2029-11-25T10:00:00+08:00");
  await createWorker({ database: backend.database, kinds: [alone], secrets: secretsOfTests, now }).drain();
}

/** Somebody who left, or who is there still, with three own fields. */
async function someone(corpCode: string, number: string, left: boolean) {
  await backend.sql(
    "insert into department (corp_code, name) select $1, '运营部' where not exists (select from department where corp_code = $1)",
    [corpCode],
  );
  await backend.sql(
    `insert into employee (corp_code, code, name, department_id, entry_day, mobile, state, leave_day, own)
     select $1, $2, '赵青', min(id), '2020-01-01', '13900139000', $3, $4::date, $5::jsonb from department where corp_code = $1`,
    [
      corpCode,
      number,
      left ? "left" : "onDuty",
      left ? "2021-01-01" : null,
      JSON.stringify({ wechat: "zq", size: "L", qq: "77" }),
    ],
  );
}
const own = (corpCode: string) =>
  backend.sql("select code, own, mobile from employee where corp_code = $1 order by code", [corpCode]);

test("of who has left long ago what is personal goes, withdrawn fields too; of others, and elsewhere, nothing", async () => {
  const base = { noun: "employee", kind: "text", place: 100, inList: true, inFilter: true, required: false };
  const field = (fields: object) => backend.saved(ownField.methods.save, { ...base, ...fields });
  await field({ code: "wechat", name: "微信号", personal: true });
  await field({ code: "size", name: "工服尺码" });
  await field({ code: "qq", name: "QQ", personal: true });
  await backend.sql("update own_field set status = 'F' where code = 'qq'");
  for (const corpCode of ["0001", code]) {
    await someone(corpCode, "E1", true);
    await someone(corpCode, "E2", false);
  }
  await night("0001");
  const whole = { wechat: "zq", size: "L", qq: "77" };
  expect(await own("0001")).toEqual([
    { code: "E1", own: { size: "L" }, mobile: null },
    { code: "E2", own: whole, mobile: "13900139000" },
  ]);
  expect(await own(code)).toMatchObject([{ own: whole }, { own: whole }]);
  // There the corp has marked nothing: its number goes, its own fields stay.
  await night(code);
  expect(await own(code)).toMatchObject([{ own: whole, mobile: null }, { own: whole }]);
  expect(other).not.toBe("");
});
