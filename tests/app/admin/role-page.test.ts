/** A role's page says its rights, and another role is put beside it. */
import { expect, test } from "vitest";
import "~/i18n/locale.server";
import { buttons, moneyButtons, pricingButtons, refundingButtons } from "~/contract/function-tree";
import { loader as compare } from "~/screens/admin/role-compare";
import { loader } from "~/screens/admin/role-page";
import { page, screen } from "../resource/screen";
import { fakeContext } from "../shell/fake-context";

const leaf = (right: string, name: string, granted: boolean) => ({ right, name, granted, mine: true });
const rights = (id: number, name: string, refunds: boolean, prints: boolean) => ({
  role: { id, code: `role${id}`, name, dataScope: "own", rowVersion: 0 },
  groups: [
    {
      id: 300,
      name: "订单",
      functions: [
        {
          ...leaf("offlineOrderList", "线下订单", true),
          buttons: [
            leaf("offlineOrderList/order:refund", "退款", refunds),
            leaf("offlineOrderList/sale:print", "打印门票", prints),
          ],
        },
        { ...leaf("shift", "交接班", false), buttons: [leaf("shift/shift:work", "开班", false)] },
      ],
    },
  ],
});
const record = { ...{ id: 7, rowVersion: 0, code: "seller", name: "售票员", dataScope: "own", remark: null } };
const options = { dataScope: [{ value: "own", label: "本人的订单" }] };
const holder = { id: 3, accName: "seller", name: "李售", deptName: "票务部", status: "T" };
const answers = {
  roleGet: { record, options },
  roleChanges: { changes: [], more: false },
  roleRights: rights(7, "售票员", true, false),
  roleHolders: { role: { id: 7, code: "seller", name: "售票员" }, holders: [holder], capped: false },
  roleList: page([record, { ...record, id: 9, name: "经理" }], options),
};

test("6 a role's rights are sentences; a refund says up to which amount nobody else is asked", async () => {
  const { args } = screen("/sysRole/list/7", { answers, params: { id: "7" } });
  const parameter = fakeContext({ parameters: { refundApprovalLimit: "50000" } }).context.parameter;
  const view = await loader({ ...args, context: { ...args.context, parameter } });
  const [sentence, ...others] = view.groups[0]?.sentences ?? [];
  expect(others).toEqual([]);
  expect(sentence?.parts.map(({ text }) => text).join("")).toBe("查看和退款（¥500.00 以内，超出须审批）");
  expect(sentence?.parts.filter(({ money }) => money)).toHaveLength(1);
  expect(view.summary).toBe("共 2 项权限，其中 1 项涉及金额。 数据范围：本人的订单。");
  // Who may not open accounts reads the name alone.
  expect(view.holders).toEqual([{ id: 3, cell: "李售", note: "seller · 票务部", disabled: false }]);
});

test("2.3 who may set prices and refund as well is told as a conflict of duty, with the pages; one of the two is none", async () => {
  const conflictOf = async (prices: boolean, refunds: boolean) => {
    const { groups, ...of } = rights(7, "售票员", refunds, true);
    const policies = {
      ...leaf("pricePolicyList", "价格政策", true),
      buttons: [leaf("pricePolicyList/pricePolicy:edit", "修改", prices)],
    };
    const both = { ...of, groups: [...groups, { id: 200, name: "票务", functions: [policies] }] };
    return (
      await loader(screen("/sysRole/list/7", { answers: { ...answers, roleRights: both }, params: { id: "7" } }).args)
    ).conflict;
  };
  expect(await conflictOf(true, true)).toBe(
    "职责冲突：该角色既可设定价格（价格政策），又可退款（线下订单），建议分给不同的人。",
  );
  expect([await conflictOf(true, false), await conflictOf(false, true)]).toEqual(["", ""]);
});

test("6 two roles side by side: what only one of them may do, and what both may", async () => {
  const { args } = screen("/sysRole/list/7/compare?with=9", { answers, params: { id: "7" } });
  const { dispatch } = args.context;
  const call = ((method: { name: string }, payload: { id?: number }) =>
    method.name === "roleRights" && payload.id === 9
      ? Promise.resolve(rights(9, "经理", false, true))
      : dispatch.call(method as never, payload as never)) as typeof dispatch.call;
  const context = { ...args.context, dispatch: { ...dispatch, call } };
  const { compared } = await compare({ ...args, context });
  const said = (parts: { text: string }[] = []) => parts.map(({ text }) => text).join("");
  expect(compared?.different.map(({ here, there, both }) => [said(here), said(there), said(both)])).toEqual([
    ["退款（¥0.00 以内，超出须审批）", "打印门票", "查看"],
  ]);
  expect(compared?.same).toEqual([]);
});

test("6 without another role, or with the role itself, there is nothing beside it; what is no number is not found", async () => {
  for (const path of ["/sysRole/list/7/compare", "/sysRole/list/7/compare?with=", "/sysRole/list/7/compare?with=7"]) {
    const view = await compare(screen(path, { answers, params: { id: "7" } }).args);
    expect([view.compared, view.others.map(({ label }) => label)]).toEqual([null, ["经理"]]);
  }
  const nonsense = screen("/sysRole/list/7/compare?with=x", { answers, params: { id: "7" } });
  await expect(compare(nonsense.args)).rejects.toMatchObject({ status: 404 });
});

test("6 what is marked as a right over money is a button of the menu", () => {
  const known = new Set([...buttons.values()].flat().map(({ code }) => code));
  expect([...moneyButtons.keys()].filter((code) => !known.has(code))).toEqual([]);
  for (const code of [...pricingButtons, ...refundingButtons]) expect(moneyButtons.has(code), code).toBe(true);
  expect(moneyButtons.get("order:refund")).toBe("refundApprovalLimit");
});
