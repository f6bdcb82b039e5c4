/** Dictionaries: nothing is offered of a row that would be refused. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import { loader as detail } from "~/resource/detail";
import type { Row } from "~/resource/parts/view";
import { loader as itemDetail } from "~/screens/system/dict-item-detail";
import { loader as itemForm } from "~/screens/system/dict-item-form";
import { loader as items } from "~/screens/system/dict-item-list";
import { loader as types } from "~/screens/system/dict-type-list";
import { page, screen } from "../resource/screen";

const type = (id: number, code: string, system: boolean, open: boolean) => ({
  ...{ id, code, system, open, rowVersion: 0 },
  ...{ name: code, nameEn: code, remark: null },
});
const item = (id: number, dictType: string, system: boolean) => ({
  ...{ id, dictType, system, rowVersion: 0, value: `v${id}`, label: `项${id}`, labelEn: "", sort: 0, colour: null },
  ...{ isDefault: false, status: "T" },
});
const allTypes = [type(1, "orderState", true, false), type(2, "paymentType", true, true), type(3, "mine", false, true)];
const options = { dictType: allTypes.map(({ code }) => ({ value: code, label: code })) };
const answers = {
  dictTypeList: page(allTypes),
  dictItemList: page(
    [item(1, "orderState", true), item(2, "paymentType", true), item(3, "paymentType", false)],
    options,
  ),
};
const buttons = ["dictItem", "dictType"].flatMap((noun) =>
  ["add", "edit", "remove", "suspend"].map((verb) => `${noun}:${verb}`),
);

describe("3j rows of the product", () => {
  test("have no way to be deleted in the lists; one's own have", async () => {
    const ofTypes = await types(screen("/system/dictList", { answers, buttons }).args);
    const ofItems = await items(screen("/system/dictList/items", { answers, buttons }).args);
    const removable = ({ links = [] }: Pick<Row, "links">) => links.some(({ danger }) => danger);
    expect(ofTypes.rows.map(removable)).toEqual([false, false, true]);
    expect(ofItems.rows.map(removable)).toEqual([false, false, true]);
    expect(ofItems.rows.map(({ commands = [] }) => commands.map(({ intent }) => intent))).toEqual([
      [],
      ["suspend"],
      ["suspend"],
    ]);
    // Their words may be changed nonetheless.
    for (const { links = [] } of [...ofTypes.rows, ...ofItems.rows])
      expect(links.some(({ to }) => to.endsWith("/edit"))).toBe(true);
  });

  test("nor on their own pages", async () => {
    const shown = async (id: number) => {
      const record = answers.dictItemList.records[id - 1];
      const given = { ...answers, dictItemGet: { record, options }, dictItemChanges: { changes: [], more: false } };
      const params = { id: String(id) };
      const view = await itemDetail(screen(`/system/dictList/items/${id}`, { answers: given, buttons, params }).args);
      return [view.remove !== null, view.copy !== null, view.commands.map(({ intent }) => intent).join()];
    };
    expect(await shown(1)).toEqual([false, false, ""]);
    expect(await shown(2)).toEqual([false, true, "suspend"]);
    expect(await shown(3)).toEqual([true, true, "suspend"]);
    const ofType = async (id: number) => {
      const record = allTypes[id - 1];
      const given = { dictTypeGet: { record, options: {} }, dictTypeChanges: { changes: [], more: false } };
      const params = { id: String(id) };
      return (await detail(screen(`/system/dictList/${id}`, { answers: given, buttons, params }).args)).remove;
    };
    expect([await ofType(1), await ofType(3)]).toEqual([null, "/system/dictList/3/remove"]);
  });

  test("no item is begun in a dictionary that takes none", async () => {
    const create = async (code: string) =>
      (await items(screen(`/system/dictList/items?dictType=${code}`, { answers, buttons }).args)).create;
    expect(await create("orderState")).toBeNull();
    expect(await create("paymentType")).toContain("dictType=paymentType");
    const given = { ...answers, dictItemGet: { record: null, options } };
    const form = await itemForm(screen("/system/dictList/items/new", { answers: given, buttons }).args);
    const offered = form.inputs.find(({ name }) => name === "dictType")?.options?.map(({ value }) => value);
    expect(offered?.filter((value) => value !== "")).toEqual(["paymentType", "mine"]);
  });
});
