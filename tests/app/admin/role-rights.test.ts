/** The rights page: what is posted, branches without scripts, refusals. */
import { expect, test } from "vitest";
import "~/i18n/locale.server";
import { action, loader } from "~/screens/admin/role-rights";
import { screen } from "../resource/screen";
import { failure, outcome } from "../shell/fake-context";

const leaf = (right: string, granted: boolean, mine = true) => ({ right, name: right, granted, mine });
const reply = {
  role: { id: 7, code: "seller", name: "售票员", dataScope: "all", rowVersion: 3 },
  groups: [
    {
      id: 200,
      name: "售票",
      functions: [{ ...leaf("buyTktList", true), buttons: [leaf("buyTktList/sale:sell", false)] }],
    },
    {
      id: 300,
      name: "票务",
      functions: [{ ...leaf("parkList", true, false), buttons: [leaf("parkList/park:add", false, false)] }],
    },
  ],
};
const path = "/sysRole/rolePermissionSet?id=7";
const asked = (right: string[], intent: string) => {
  const form = new FormData();
  form.set("intent", intent);
  form.set("rowVersion", "3");
  for (const one of right) form.append("right", one);
  return form;
};

test("6 boxes are open to who may grant, as far as they hold the right", async () => {
  const answers = { roleRights: reply };
  const view = await loader(screen(path, { answers, buttons: ["role:grant"] }).args);
  expect(view.groups.map(({ some }) => some)).toEqual([true, false]);
  expect(view.groups[1]?.functions[0]).toMatchObject({ granted: true, open: false });
  expect(view.note).not.toBe("");
  const closed = await loader(screen(path, { answers }).args);
  expect(closed.groups[0]?.functions[0]?.open).toBe(false);
  expect(closed.grants).toBe(false);
});

test("6 saving posts the ticked rights once, with the version", async () => {
  const form = asked(["buyTktList", "buyTktList", "no right!"], "save");
  const { args, seen } = screen(path, { answers: { roleRightsSave: { id: 7 } }, form });
  expect(await outcome(action(args))).toMatchObject({ status: 303, location: path });
  expect(seen.calls).toEqual([{ method: "roleRightsSave", payload: { id: 7, rowVersion: 3, rights: ["buyTktList"] } }]);
});

test("6 without scripts a branch is ticked and cleared by the server, and nothing is saved", async () => {
  const all = screen(path, { answers: { roleRights: reply }, form: asked([], "all:200") });
  expect(await action(all.args)).toMatchObject({ ticked: ["buyTktList", "buyTktList/sale:sell", "parkList"] });
  expect(all.seen.calls.map(({ method }) => method)).toEqual(["roleRights"]);
  const none = screen(path, { answers: { roleRights: reply }, form: asked(["buyTktList"], "none:200") });
  expect(await action(none.args)).toMatchObject({ ticked: ["parkList"] });
});

test("6 a refusal keeps what was ticked", async () => {
  const answers = { roleRightsSave: failure("failed", "张三 刚刚修改了此记录") };
  const { args } = screen(path, { answers, form: asked(["buyTktList"], "save") });
  expect(await outcome(action(args))).toMatchObject({
    status: 409,
    body: { ticked: ["buyTktList"], notice: { message: "张三 刚刚修改了此记录" } },
  });
});
