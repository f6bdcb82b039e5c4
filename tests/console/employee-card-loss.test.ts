/** The list of employees' cards leads to the page that reports a loss, and from there back to the card. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueEmployeeCards } from "~/contract/card/employee-card";
import { departmentSave } from "~/contract/platform/department";
import { employee } from "~/contract/platform/employee";
import { fresh } from "~tests/support/park";
import { openShop } from "../backend/card/support";
import { openWholeConsole, type WholeConsole } from "./whole-console";

let whole: WholeConsole;
let id = 0;
beforeAll(async () => {
  whole = await openWholeConsole();
  const { backend } = whole;
  const shop = await openShop(backend);
  const cardTypeId = await shop.addType({ kind: "employee", price: 0, name: "员工卡", asksIdentity: false });
  const departmentId = (await backend.call(departmentSave, { parentId: 0, name: fresh("运营部") })).data.id;
  const code = fresh("YG");
  const hired = { code, name: "赵小刚", departmentId, entryDay: "2025-03-01", state: "onDuty", identity: null };
  await backend.saved(employee.methods.save, hired as never);
  const issued = await backend.call(issueEmployeeCards, {
    ...{ idempotencyKey: fresh("staff-card-key"), cardTypeId, people: code },
  } as never);
  expect(issued.data.numbers).toHaveLength(1);
  id = Number((await backend.sql("select id::int from season_card where employee_id is not null"))[0]?.id);
}, 300_000);
afterAll(() => whole?.close());

const list = "/seasonCard/employSeasonCard";

test("from the row to the question, and the card is frozen; whoever lacks the right has no such link", async () => {
  const page = `/seasonCard/seasonCardList/${id}/reportLoss?on=row`;
  expect(await (await whole.ask(list)).text()).toContain(`href="${page}"`);
  const asked = await whole.ask(page);
  expect([asked.status, (await asked.text()).includes('name="reason"')]).toEqual([200, true]);
  const reader = await whole.backend.createUser({ grants: ["employSeasonCard", "seasonCardList"] });
  const seen = await whole.ask(list, { headers: { cookie: whole.cookieOf(reader.token, reader.id) } });
  expect([seen.status, (await seen.text()).includes("/reportLoss")]).toEqual([200, false]);
  const done = await whole.ask(page, {
    method: "POST",
    body: new URLSearchParams({ reason: "遗失" }),
    headers: { origin: "http://localhost" },
  });
  expect([done.status, done.headers.get("location")]).toEqual([303, `/seasonCard/seasonCardList/${id}`]);
  expect(await whole.backend.sql("select status, frozen_for as why from season_card where id = $1", [id])).toEqual([
    { status: "frozen", why: "loss" },
  ]);
});
