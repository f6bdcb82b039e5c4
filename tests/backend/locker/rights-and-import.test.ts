/** Lockers: the right of each command, and lockers that come from a file. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lockerBox } from "~/contract/locker/box";
import { lockerGroup } from "~/contract/locker/group";
import { commandButtonsOf } from "~/contract/resource";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { bind } from "~tests/support/two-parks";
import { csv, importing } from "../imports/importing";

let backend: TestBackend;
let parkId = 0;
let groupName = "";
let groupId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  ({ parkId } = await createPark(backend));
  groupName = fresh("西门储物柜");
  groupId = await addGroup(groupName, parkId);
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

async function addGroup(name: string, park: number): Promise<number> {
  const deposits = { depositSmall: 1_000, depositMedium: 2_000, depositLarge: 3_000 };
  const payload = { code: fresh("LK"), name, parkId: park, hours: 12, ...deposits };
  return (await backend.call(lockerGroup.methods.save, payload as never)).data.id;
}
const addBox = async () =>
  (await backend.call(lockerBox.methods.save, { lockerGroupId: groupId, number: fresh("A"), size: "small" } as never))
    .data.id;
/** An account of the whole corp with these buttons of lockers. */
async function holding(buttons: readonly string[]): Promise<string> {
  const user = await backend.createUser({
    grants: ["lockerBoxList", ...buttons.map((button) => `lockerBoxList/${button}`)],
  });
  await backend.sql("update role set data_scope = 'all' where code = $1", [user.accName]);
  return user.token;
}

describe("6 the right of each command", () => {
  const commands = Object.values(lockerBox.commands);
  const all = commandButtonsOf(lockerBox).map(({ code }) => code);

  test.each(commands.map((command) => [command.name, command] as const))("%s", async (_, command) => {
    const id = await addBox();
    const [from = "free"] = command.from ?? [];
    const { occupy, markFaulty, disable } = lockerBox.commands;
    const typed: Record<string, string> = { mobile: "13800138000", paymentType: "cash", reason: "门锁卡住" };
    const inputOf = ({ fields = {} }: Pick<typeof command, "fields">) =>
      ({ id, ...Object.fromEntries(Object.keys(fields).map((name) => [name, typed[name]])) }) as never;
    const input = inputOf(command);
    const ready = { occupied: occupy, faulty: markFaulty, disabled: disable, free: null }[from];
    if (ready) expect((await backend.call(ready.method, inputOf(ready))).message).toBe("");
    const without = await holding(all.filter((code) => code !== command.button));
    const before = await digests(backend);
    for (const method of [command.method, ...(command.several ? [command.several] : [])]) {
      const payload = method === command.method ? input : ({ ids: [id] } as never);
      expect((await backend.call(method, payload, { as: without })).status, method.name).toBe(403);
    }
    expect(changed(before, await digests(backend))).toEqual([]);
    // With this right alone it is done, or refused for another reason than the right.
    const alone = await backend.call(command.method, input, { as: await holding([command.button]) });
    expect(command.name === "clear" ? [409] : [200]).toContain(alone.status);
  });
});

describe("lockers from a file", () => {
  const label = (field: keyof typeof lockerBox.fields) => lockerBox.fields[field].label();
  const file = (...rows: (string | number)[][]) =>
    csv([[label("lockerGroupId"), label("number"), label("size"), label("deposit")], ...rows]);
  const hand = () => importing(backend, lockerBox.imports);
  const boxes = () =>
    backend.sql<{ number: string; size: string; deposit: number; status: string }>(
      "select number, size, deposit::int, status from locker_box where number like 'F%' order by number",
    );

  test("are made free, with the group's deposit for their size; a number that is there is refused with its row", async () => {
    const { run, work, checked } = hand();
    const view = await checked(file([groupName, "F01", "大", ""], [groupName, "F02", "小", "5.50"]), "a.csv");
    expect(view).toMatchObject({ state: "checked", good: 2, bad: 0 });
    expect((await run(view.id, "all")).message).toBe("");
    await work();
    expect(await boxes()).toEqual([
      { number: "F01", size: "large", deposit: 3_000, status: "free" },
      { number: "F02", size: "small", deposit: 550, status: "free" },
    ]);
    const again = await checked(file([groupName, "f01", "大", ""], [groupName, "F03", "巨", ""]), "b.csv");
    expect(again).toMatchObject({ good: 0, bad: 2 });
    expect(await boxes()).toHaveLength(2);
  });

  test("a size changes by group and number; a locker in use keeps its deposit", async () => {
    const { run, work, checked } = hand();
    const [{ id } = { id: 0 }] = await backend.sql<{ id: number }>("select id from locker_box where number = 'F01'");
    const paid = { id, mobile: "13800138000", paymentType: "cash" };
    expect((await backend.call(lockerBox.methods.occupy, paid as never)).message).toBe("");
    const view = await checked(file([groupName, "F01", "大", "99"]), "c.csv", backend.admin, "change");
    expect(view).toMatchObject({ changing: 1, bad: 0 });
    await run(view.id, "all");
    await work();
    const answer = (await backend.call(lockerBox.methods.release, { id })).data.answer;
    expect(answer).toEqual({ deposit: 3_000 });
  });

  test("6 takes the right to import, and of another park nothing is found", async () => {
    const elsewhere = await createPark(backend);
    const other = fresh("别园储物柜");
    await addGroup(other, elsewhere.parkId);
    const user = await backend.createUser({
      grants: ["lockerBoxList", ...["import", "add", "edit"].map((verb) => `lockerBoxList/lockerBox:${verb}`)],
    });
    await backend.sql("update role set data_scope = 'all' where code = $1", [user.accName]);
    await bind(backend, user.id, [parkId]);
    const view = await hand().checked(
      file([other, "F90", "小", ""], [groupName, "F91", "小", ""]),
      "d.csv",
      user.token,
    );
    expect(view).toMatchObject({ good: 1, bad: 1 });
    const without = await holding(["lockerBox:add", "lockerBox:edit"]);
    const path = await hand().upload(file([groupName, "F92", "小", ""]), "e.csv", without);
    expect((await hand().start(path, without, randomUUID())).status).toBe(403);
  });
});
