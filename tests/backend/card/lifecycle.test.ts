/** What cards ask for by themselves: staff is told once of what ends or is lost for long, and the lists say whom to call. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { addDays, businessDay } from "~/contract/business-time";
import { issueEmployeeCards } from "~/contract/card/employee-card";
import { cardsLost, cardsToCall } from "~/contract/card/to-call";
import { departmentSave } from "~/contract/platform/department";
import { employee } from "~/contract/platform/employee";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh as key } from "~tests/support/park";
import { identityOf, openShop, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;

beforeEach(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const today = () => businessDay(new Date());
const round = async () => {
  await backend.sql("insert into job (corp_code, kind) values ('0001', 'remindOfCards')");
  await createWorker({ database: backend.database, kinds: allKinds }).drain();
};
const told = async () =>
  (await backend.sql<{ title: string }>("select distinct title from message where kind = 'expiry' order by title")).map(
    ({ title }) => title,
  );
/** Sold, and brought into the state by hand: of what becomes of it in between other tests tell. */
async function cardIn(set: string): Promise<number> {
  const { cardId } = (await shop.sell(await shop.addType())).data as { cardId: number };
  await backend.sql(`update season_card set ${set} where id = ${cardId}`);
  return cardId;
}
const numbers = async (list: typeof cardsToCall.methods.list | typeof cardsLost.methods.list, as?: string) => {
  // The job goes by the machine's clock: so do the lists here.
  backend.setNow(new Date());
  const reply = await backend.call(list, {}, as ? { as } : {});
  return reply.status === 200 ? reply.data.records.map(({ id }) => id) : reply.status;
};

it("cards that end are told of 30 and 7 days before, once each, and stand in the list with the first to end on top", async () => {
  const near = await cardIn(`status = 'active', valid_from = '2020-01-01', valid_to = '${addDays(today(), 6)}'`);
  const far = await cardIn(`status = 'active', valid_from = '2020-01-01', valid_to = '${addDays(today(), 29)}'`);
  await cardIn(`status = 'active', valid_from = '2020-01-01', valid_to = '${addDays(today(), 31)}'`);
  await round();
  await round();
  expect(await told()).toEqual(["1 张卡 30 天内到期", "1 张卡 7 天内到期"]);
  expect(await numbers(cardsToCall.methods.list)).toEqual([near, far]);
  const stranger = await backend.createUser({ grants: ["seasonCardList"] });
  expect(await numbers(cardsToCall.methods.list, stranger.token)).toBe(403);
});

it("one that was sold and never activated is told of apart, with the last day of the first, and stands in the list", async () => {
  const day = addDays(today(), 6);
  const idle = await cardIn(`valid_from = '2020-01-01', valid_to = '${day}'`);
  await cardIn(`valid_from = '2020-01-01', valid_to = '${addDays(today(), 31)}'`);
  const active = await cardIn(`status = 'active', valid_from = '2020-01-01', valid_to = '${addDays(today(), 7)}'`);
  await round();
  await round();
  expect(await told()).toEqual(["1 张卡 7 天内到期", "1 张未激活的卡 7 天内到期"]);
  const [message] = await backend.sql<{ body: string }>(
    "select distinct body from message where title like '%未激活%'",
  );
  expect(message?.body).toContain(`有效期至 ${day}`);
  expect(await numbers(cardsToCall.methods.list)).toEqual([idle, active]);
});

it("a card that is lost for longer than the parameter says is told of once, and nothing is ended", async () => {
  const lost = await cardIn("status = 'frozen', frozen_for = 'loss', frozen_at = now() - interval '92 days'");
  const fresh = await cardIn("status = 'frozen', frozen_for = 'loss', frozen_at = now() - interval '3 days'");
  await round();
  await round();
  expect(await told()).toEqual(["1 张卡挂失已超过 90 天"]);
  expect(await numbers(cardsLost.methods.list)).toEqual([lost, fresh]);
  expect(await backend.sql("select status from season_card where status = 'frozen'")).toHaveLength(2);
});

it("an employee's lost card is neither counted nor in the list that the message leads to", async () => {
  const { data: department } = await backend.call(departmentSave, { parentId: 0, name: "运营部" });
  await backend.saved(employee.methods.save, {
    ...{ code: "YG1", name: "赵小刚", departmentId: department.id, entryDay: "2025-03-01", state: "onDuty" },
    identity: identityOf(),
  } as never);
  const cardTypeId = await shop.addType({ kind: "employee", price: 0, name: "员工卡" });
  const issued = await backend.call(issueEmployeeCards, {
    ...{ idempotencyKey: key("staff-card-key"), cardTypeId, people: "YG1" },
  } as never);
  expect(issued.message).toBe("");
  const lost = "status = 'frozen', frozen_for = 'loss', frozen_at = now() - interval '92 days'";
  await backend.sql(`update season_card set ${lost} where employee_id is not null`);
  const guest = await cardIn(lost);
  await round();
  expect(await told()).toEqual(["1 张卡挂失已超过 90 天"]);
  expect(await numbers(cardsLost.methods.list)).toEqual([guest]);
});
