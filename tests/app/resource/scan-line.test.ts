/** Lines by a scanner, without scripts: one more in the line that has it, or a line more; nothing is saved. */
import { expect, test } from "vitest";
import "~/i18n/locale.server";
import { type FormView, saveForm } from "~/resource/load-form.server";
import { outcome } from "../shell/fake-context";
import { screen } from "./screen";

const two = {
  ...{ "goods[0].itemId": "5", "goods[0].quantity": "3", "goods[0].amount": "1" },
  ...{ "goods[1].itemId": "", "goods[1].quantity": "", "goods[1].amount": "" },
};

async function scan(text: string, found: { value: string; label: string }[], more: Record<string, string> = {}) {
  const asked = screen("/manage/storelist/listInBillsRecord/new", {
    answers: {
      stockInGet: { record: null, options: {} },
      stockInOptions: { options: found, more: false },
      stockInSave: { id: 4 },
    },
    form: { storeId: "1", kind: "purchase", ...two, "scan.goods": text, intent: "scan:goods", ...more },
  });
  const { status, body } = await outcome(saveForm(asked.args));
  const view = body as FormView;
  const goods = view.inputs.find(({ name }) => name === "goods");
  const rows = goods?.rows?.map((row) => row.slice(0, 2).map(({ value }) => value));
  expect(asked.seen.calls.map(({ method }) => method)).not.toContain("stockInSave");
  return { status, rows, focus: view.focus, errors: view.errors, calls: asked.seen.calls };
}

test("what is there already is one more; what is not takes the free line", async () => {
  const same = await scan("TK-80", [{ value: "5", label: "门票纸" }]);
  expect([same.status, same.focus, same.rows]).toEqual([
    ...[200, "scan.goods"],
    [
      ["5", "4"],
      ["", ""],
    ],
  ]);
  expect(same.calls.find(({ method }) => method === "stockInOptions")?.payload).toMatchObject({
    ...{ field: "goods.itemId", q: "TK-80", exact: true },
  });
  const other = await scan("690123", [{ value: "8", label: "腕带" }]);
  expect(other.rows).toEqual([
    ["5", "3"],
    ["8", "1"],
  ]);
});

test("Enter in the input, which presses the form's first button, scans and does not save", async () => {
  const { rows } = await scan("TK-80", [{ value: "5", label: "门票纸" }], { intent: "" });
  expect(rows?.[0]).toEqual(["5", "4"]);
});

test.each([
  ["nothing", []],
  [
    "two",
    [
      { value: "5", label: "甲" },
      { value: "6", label: "乙" },
    ],
  ],
])("a code that leads to %s says so and changes no line", async (_, found) => {
  const { rows, errors } = await scan("??", found);
  expect(rows).toEqual([
    ["5", "3"],
    ["", ""],
  ]);
  expect(Object.keys(errors)).toEqual(["scan.goods"]);
});
