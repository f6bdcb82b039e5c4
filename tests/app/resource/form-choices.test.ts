/** Fields that are chosen step by step: areas, level by level, and rows that are searched for. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import { resources } from "~/contract/registry";
import type { AnyResource } from "~/contract/resource";
import { withChosenReferences } from "~/resource/chosen-references.server";
import { type FormView, loadForm, saveForm } from "~/resource/load-form.server";
import { loader as findOptions } from "~/resource/options";
import { outcome } from "../shell/fake-context";
import { screen } from "./screen";

const area = (areaCode: string, parentCode: string, areaName: string, areaAddr = areaName) => ({
  ...{ areaCode, parentCode, areaName, areaAddr },
});
const areas = [
  area("11", "156", "北京市"),
  area("31", "156", "上海市"),
  area("1101", "11", "市辖区", "北京市"),
  area("3101", "31", "市辖区", "上海市"),
  area("110101", "1101", "东城区", "北京市东城区"),
];
const lookup = ({ parentCode, pathOf }: Record<string, string>) =>
  pathOf
    ? areas.filter(({ areaCode }) => pathOf.startsWith(areaCode))
    : areas.filter((one) => one.parentCode === parentCode);

function parkForm(form: Record<string, string>) {
  const answers = { parkGet: { record: null, options: {} }, parkSave: { id: 4 } };
  return screen("/manage/parkList/new", { answers, lookup, form: { code: "P1", name: "云山", ...form } });
}

async function viewOf(args: Parameters<typeof saveForm>[0]): Promise<FormView & { status: number }> {
  const { status, body } = await outcome(saveForm(args));
  return { ...(body as FormView), status };
}

const levelsOf = (view: FormView) =>
  view.inputs.find(({ name }) => name === "areaCode")?.parts?.map(({ value }) => value);
const noteOf = (view: FormView) => view.inputs.find(({ name }) => name === "areaCode")?.note;

describe("the area picker", () => {
  test("2.7c 9m starts at the root 156; each refresh shows the level below and the full address", async () => {
    const fresh = await loadForm(
      screen("/manage/parkList/new", { answers: { parkGet: { record: null, options: {} } }, lookup }).args,
    );
    expect(levelsOf(fresh)).toEqual([""]);
    const one = await viewOf(parkForm({ "areaCode.1": "11", intent: "refresh:areaCode.2" }).args);
    expect(levelsOf(one)).toEqual(["11", ""]);
    const three = { "areaCode.1": "11", "areaCode.2": "1101", "areaCode.3": "110101" };
    const all = await viewOf(parkForm({ ...three, intent: "refresh" }).args);
    expect([levelsOf(all), noteOf(all)]).toEqual([["11", "1101", "110101"], "北京市东城区"]);
  });

  test("the lowest one chosen is saved; a code by itself as well", async () => {
    for (const form of [{ "areaCode.1": "11", "areaCode.2": "1101", "areaCode.3": "" }, { areaCode: "1101" }]) {
      const { args, seen } = parkForm(form as Record<string, string>);
      expect(await outcome(saveForm(args))).toMatchObject({ status: 303 });
      expect(seen.calls.at(-1)?.payload).toMatchObject({ areaCode: "1101" });
    }
  });

  test("a city of the province before is never saved under the present one", async () => {
    const { args, seen } = parkForm({ "areaCode.1": "31", "areaCode.2": "1101" });
    const view = await viewOf(args);
    expect(view).toMatchObject({ status: 422, errors: { areaCode: ["上级地区已改变，请重新选择下级地区"] } });
    expect(levelsOf(view)).toEqual(["31", ""]);
    expect(seen.calls.map(({ method }) => method)).not.toContain("parkSave");
  });

  test("an area that a row has is shown level by level", async () => {
    const answers = { parkGet: { record: { id: 3, rowVersion: 1, areaCode: "110101" }, options: {} } };
    const view = await loadForm(screen("/manage/parkList/3/edit", { answers, lookup, params: { id: "3" } }).args);
    expect(levelsOf(view)).toEqual(["11", "1101", "110101"]);
  });
});

describe("searching for a row", () => {
  const found = { options: [{ value: "7", label: "东门" }], more: true };
  const answers = { ticketTypeGet: { record: null, options: {} }, ticketTypeOptions: found };
  const typed = { name: "成人票", validity: "day", "search.q": "门" };
  const post = (form: Record<string, string>) => screen("/ticket/ticketEdit", { answers, form: { ...typed, ...form } });

  test("takes the place of the fields, and carries what was typed", async () => {
    const { args, seen } = post({ intent: "search:gateGroupId:2" });
    const view = await viewOf(args);
    expect(view.search).toMatchObject({ input: "gateGroupId", q: "门", pageNo: 2, ...found });
    expect(view.kept).toContainEqual(["name", "成人票"]);
    expect(seen.calls[0]?.payload).toEqual({ field: "gateGroupId", q: "门", pageNo: 2 });
  });

  test("what is picked stands in the form, by its name, beside what was typed", async () => {
    const view = await viewOf(post({ intent: "pick:gateGroupId:7" }).args);
    expect(view.search).toBeNull();
    const input = view.inputs.find(({ name }) => name === "gateGroupId");
    expect(input).toMatchObject({ value: "7", options: [{ value: "7", label: "东门" }] });
    expect(view.inputs.find(({ name }) => name === "name")?.value).toBe("成人票");
  });

  test.each(["search:name", "search:nothing", "search:__proto__", "pick:gateGroupId:x"])(
    "%s breaks nothing",
    async (intent) => {
      expect((await viewOf(post({ intent }).args)).status).toBeLessThan(500);
    },
  );

  test("7ae each list has an address for the nodes of a tree, with the field and what is typed as parameters", async () => {
    const nodes = { options: [{ value: "7", label: "东区", parent: "3" }], more: false };
    const path = "/manage/parkList/options?field=parentId&q=东&pageNo=2";
    const { args, seen } = screen(path, { answers: { parkOptions: nodes } });
    expect(await (await findOptions(args)).json()).toEqual(nodes);
    expect(seen.calls[0]?.payload).toEqual({ field: "parentId", q: "东", pageNo: 2 });
  });

  test("answers as one types", async () => {
    const { args } = screen("/ticket/ticketList/options?field=gateGroupId&q=门&pageNo=x", { answers });
    expect(await (await findOptions(args)).json()).toEqual(found);
  });
});

test("choices that another field rules out are not offered, and are again when it changes", async () => {
  const validity = ["sale", "activation", "fixed"].map((value) => ({ value, label: value }));
  const answers = { cardTypeGet: { record: null, options: { validity } } };
  const offered = async (form: Record<string, string>) => {
    const view = await viewOf(
      screen("/manage/cardtypelist/edit", { answers, form: { ...form, intent: "refresh" } }).args,
    );
    const input = (name: string) => view.inputs.find((one) => one.name === name);
    return [input("validity")?.options?.map(({ value }) => value), input("kind")?.refreshes];
  };
  expect(await offered({ kind: "stored", validity: "activation" })).toEqual([["sale", "fixed"], true]);
  expect(await offered({ kind: "season", validity: "sale" })).toEqual([["sale", "activation", "fixed"], true]);
});

describe("a list of one agency's rows", () => {
  const agreement = resources.find(({ noun }) => noun === "agencyAgreement") as AnyResource;
  const path = "/travel/agreementList/new";
  const begun = async (query: string) => {
    const answers = {
      agencyAgreementGet: { record: null, options: {} },
      agencyAgreementOptions: { options: [{ value: "7", label: "春秋旅行社" }], more: false },
    };
    const view = await loadForm(screen(`${path}${query}`, { answers }).args);
    const { value, options } = view.inputs.find(({ name }) => name === "agencyId") ?? {};
    return {
      value,
      labels: options?.map(({ label }) => label),
      cycle: view.inputs.find(({ name }) => name === "cycle")?.value,
    };
  };

  test("hands the agency to its form, which begins with it and keeps its other defaults", async () => {
    const to = withChosenReferences(path, agreement, new URLSearchParams("agencyId=7&status=signed&code=X&pageNo=2"));
    expect(to).toBe(`${path}?agencyId=7`);
    expect(await begun("?agencyId=7")).toEqual({ value: "7", labels: ["春秋旅行社"], cycle: "month" });
  });

  test("nonsense in the address begins with nothing", async () => {
    for (const query of ["?agencyId=7;drop", "?agencyId=-1", "?cycle=9", ""])
      expect(await begun(query)).toMatchObject({ value: "", cycle: "month" });
  });
});
