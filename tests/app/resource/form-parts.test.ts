/** What a form does short of saving: fields that depend on others, rows of a group, ranges, rules across fields. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import { type FormView, loadForm, saveForm } from "~/resource/load-form.server";
import { outcome } from "../shell/fake-context";
import { screen } from "./screen";

const terms = { ...{ code: "A1", name: "成人票", facePrice: "120", listPrice: "100", admissions: "1" }, parkId: "1" };
const more = { kind: "single", realName: "none", channels: "window", minPerOrder: "1", maxPerOrder: "50", sort: "10" };

function ticketType(form: Record<string, string>) {
  const answers = { ticketTypeGet: { record: null, options: {} }, ticketTypeSave: { id: 4 } };
  return screen("/ticket/ticketEdit", { answers, form: { ...terms, ...more, ...form } });
}

function parkForm(form: Record<string, string>) {
  const answers = { parkGet: { record: null, options: {} }, parkSave: { id: 4 } };
  return screen("/manage/parkList/new", { answers, form: { code: "P1", name: "云山", ...form } });
}

async function viewOf(args: Parameters<typeof saveForm>[0]): Promise<FormView & { status: number }> {
  const { status, body } = await outcome(saveForm(args));
  return { ...(body as FormView), status };
}

const names = (view: FormView) => view.inputs.map(({ name }) => name);
const rowsOf = (view: FormView) => view.inputs.find(({ name }) => name === "seasons")?.rows ?? [];

describe("sections", () => {
  test("fields stand in the order of their sections, each under one heading", async () => {
    const view = await loadForm(
      screen("/ticket/ticketEdit", { answers: { ticketTypeGet: { record: null, options: {} } } }).args,
    );
    const headings = view.inputs.flatMap(({ section }) => section ?? []);
    expect(headings).toEqual([
      "基本信息",
      "价格",
      "有效期与入园",
      "入园时间与次数",
      "销售规则",
      "预订时限",
      "退票规则",
      "改签规则",
    ]);
    expect(names(view).slice(0, 5)).toEqual(["code", "name", "kind", "parkId", "sort"]);
  });
});

describe("dependent fields", () => {
  test("are part of the form by another's value: drawn again on the server, with what was typed", async () => {
    const day = await viewOf(ticketType({ validity: "day", refundRule: "never", intent: "refresh" }).args);
    expect(day.status).toBe(200);
    expect(names(day)).not.toContain("validDays");
    const days = await viewOf(ticketType({ validity: "days", refundRule: "never", intent: "refresh" }).args);
    expect(names(days)).toContain("validDays");
    expect(days.inputs.find(({ name }) => name === "validDays")?.required).toBe(true);
    expect(days.inputs.find(({ name }) => name === "name")?.value).toBe("成人票");
    expect(days.errors).toEqual({});
  });

  test("that are not part of it keep what was typed for later, and ask for nothing", async () => {
    const hidden = { validity: "day", refundRule: "free", validDays: "many" };
    const view = await viewOf(ticketType({ ...hidden, intent: "refresh" }).args);
    expect(view.kept).toEqual([["validDays", "many"]]);
    const { args, seen } = ticketType(hidden);
    expect(await outcome(saveForm(args))).toMatchObject({ status: 303 });
    expect(seen.calls.at(-1)?.payload).not.toHaveProperty("validDays");
  });

  test("that are required by another's value say so", async () => {
    const view = await viewOf(ticketType({ validity: "days", refundRule: "free", validDays: "" }).args);
    expect(view).toMatchObject({ status: 422, errors: { validDays: ["请输入有效天数"] } });
  });
});

describe("rows of a group", () => {
  const first = { "seasons[0].days.from": "2026-03-01", "seasons[0].days.to": "2026-10-31" };
  const hours = { "seasons[0].opens": "08:00", "seasons[0].closes": "18:00" };
  const second = { "seasons[1].days.from": "2026-11-01", "seasons[1].opens": "09:00", "seasons[1].closes": "17:00" };

  test("one is added, and the form goes on there", async () => {
    const view = await viewOf(parkForm({ ...first, ...hours, intent: "add:seasons" }).args);
    expect(view.status).toBe(200);
    expect(rowsOf(view).map((row) => row[1]?.value)).toEqual(["08:00", ""]);
    expect(view.focus).toBe("seasons[1].days");
  });

  test("one is taken out, those behind it move up", async () => {
    const view = await viewOf(parkForm({ ...first, ...hours, ...second, intent: "drop:seasons:0" }).args);
    expect(rowsOf(view)).toHaveLength(1);
    expect(rowsOf(view)[0]?.map(({ value }) => value)).toEqual(["", "09:00", "17:00"]);
    expect(rowsOf(view)[0]?.[0]?.parts?.map(({ value }) => value)).toEqual(["2026-11-01", ""]);
    expect(view.redrawn).not.toBe("");
  });

  test("are saved as a list, and read back", async () => {
    const { args, seen } = parkForm({ ...first, ...hours });
    expect(await outcome(saveForm(args))).toMatchObject({ status: 303 });
    const seasons = [{ days: "2026-03-01~2026-10-31", opens: "08:00", closes: "18:00" }];
    expect(seen.calls.at(-1)?.payload).toMatchObject({ seasons });
    const record = { id: 3, rowVersion: 1, name: "云山", seasons };
    const answers = { parkGet: { record, options: {} } };
    const view = await loadForm(screen("/manage/parkList/3/edit", { answers, params: { id: "3" } }).args);
    expect(rowsOf(view)[0]?.[0]?.parts?.map(({ value }) => value)).toEqual(["2026-03-01", "2026-10-31"]);
  });

  test("each says what is wrong with it", async () => {
    const wrong = {
      ...first,
      "seasons[0].days.to": "2026-01-01",
      "seasons[0].opens": "25:00",
      "seasons[0].closes": "",
    };
    const view = await viewOf(parkForm(wrong).args);
    expect(view).toMatchObject({
      status: 422,
      errors: {
        "seasons[0].days": ["结束日期不能早于开始日期"],
        "seasons[0].opens": ["请输入正确的时间"],
        "seasons[0].closes": ["请选择闭园"],
      },
    });
  });

  test("a rule across fields holds for the whole", async () => {
    const view = await viewOf(parkForm({ ...first, ...hours, "seasons[0].closes": "07:00" }).args);
    expect(view).toMatchObject({ status: 422, errors: { seasons: ["闭园时间必须晚于开园时间"] } });
  });

  test.each(["add:code", "drop:seasons:9", "drop:seasons:x", "add:__proto__", "add:nothing"])(
    "%s breaks nothing",
    async (intent) => {
      const view = await viewOf(parkForm({ ...first, "seasons[0].opens": "", intent }).args);
      expect(view.status).toBeLessThan(500);
      expect(rowsOf(view)).toHaveLength(1);
    },
  );
});
