/** The engine's pages: list, form, detail and removal of any resource, from its declaration. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import { park } from "~/contract/ticket/park";
import { ticketType } from "~/contract/ticket/ticket-type";
import { agency } from "~/contract/travel/agency";
import { agencyStatement } from "~/contract/travel/statement";
import { commandList } from "~/resource/command-list.server";
import { findByPath } from "~/resource/find-resource.server";
import { loadDetail } from "~/resource/load-detail.server";
import { loadForm, saveForm } from "~/resource/load-form.server";
import { loadList } from "~/resource/load-list.server";
import { loader as askRemove, action as remove } from "~/resource/remove";
import { failure, outcome } from "../shell/fake-context";
import { page, screen } from "./screen";

const parks = park;
const types = ticketType;
const record = { id: 3, rowVersion: 4, code: "P1", name: "云山", address: "山路 1 号", openingHours: "", status: "T" };
const options = { status: [{ value: "T", label: "启用" }] };
const everything = ["add", "edit", "remove", "suspend"].map((verb) => `park:${verb}`);

describe("a list", () => {
  test("shows the declared columns as people read them", async () => {
    const { args } = screen("/manage/parkList", { answers: { parkList: page([record], options) } });
    const view = await loadList(args, parks);
    expect(view.columns.map(({ label }) => label)).toEqual(["编码", "名称", "地址", "开放时间", "承载量", "状态"]);
    expect(view.rows[0]?.cells).toEqual(["P1", "云山", "山路 1 号", "", "", { state: "T", label: "启用" }]);
    expect(view.columns[1]?.link).toBe("/manage/parkList/{id}");
    expect(view.columns.filter(({ whole }) => whole).map(({ label }) => label)).toEqual(["编码", "状态"]);
  });

  test("ends with totals: of everything found, or of the page where the count stopped", async () => {
    const rows = [
      { ...record, capacity: 5 },
      { ...record, id: 4, capacity: 7 },
    ];
    const of = async (otherData: object) =>
      (
        await loadList(
          screen("/manage/parkList", { answers: { parkList: page(rows, options, { otherData }) } }).args,
          parks,
        )
      ).totals;
    const all = await of({ options, capped: false, totals: { capacity: 99 } });
    expect(all).toEqual({ label: "合计", cells: ["", "", "", "", "99", ""] });
    expect(await of({ options, capped: true })).toEqual({ label: "本页合计", cells: ["", "", "", "", "12", ""] });
    const none = await loadList(screen("/manage/parkList", { answers: { parkList: page([]) } }).args, parks);
    expect(none.totals).toBeUndefined();
  });

  test("money is yuan", async () => {
    const answers = { ticketTypeList: page([{ id: 1, rowVersion: 0, facePrice: 12000, listPrice: 9950 }]) };
    const view = await loadList(screen("/ticket/ticketList", { answers }).args, types);
    expect(view.rows[0]?.cells).toEqual(expect.arrayContaining(["120.00", "99.50"]));
    expect(view.columns.find(({ label }) => label === "挂牌价（元）")).toMatchObject({ numeric: true });
  });

  test("without rights there is no command, with them each stands where it fits", async () => {
    const suspended = { ...record, id: 5, status: "F" };
    const answers = { parkList: page([record, suspended], options) };
    const bare = await loadList(screen("/manage/parkList", { answers }).args, parks);
    expect(bare.create).toBeNull();
    expect(bare.rows.flatMap(({ links = [], commands = [] }) => [...links, ...commands])).toEqual([]);
    const full = await loadList(screen("/manage/parkList", { answers, buttons: everything }).args, parks);
    expect(full.create).toBe("/manage/parkList/new");
    expect(full.rows.map(({ commands }) => commands?.map(({ intent }) => intent))).toEqual([["suspend"], ["resume"]]);
    expect(full.rows[0]?.links?.map(({ to }) => to)).toEqual([
      "/manage/parkList/{id}/edit",
      "/manage/parkList/{id}/remove",
    ]);
  });

  test("rows share what they have in common, so that it is sent once", async () => {
    const answers = { parkList: page([record, { ...record, id: 4 }], options) };
    const { rows } = await loadList(screen("/manage/parkList", { answers, buttons: everything }).args, parks);
    expect(rows[1]?.links).toBe(rows[0]?.links);
    expect(rows[1]?.commands).toBe(rows[0]?.commands);
    expect(rows[0]?.commands?.[0]?.to).toBe("/manage/parkList?ask=suspend&id={id}");
    expect(rows[1]?.cells.at(-1)).toBe(rows[0]?.cells.at(-1));
  });

  test("a row that is edited in some states offers it in those alone", async () => {
    const { list, get } = agencyStatement.methods;
    const row = { id: 5, rowVersion: 0, number: "LX-1", status: "sent" };
    const closed = { ...row, id: 6, status: "closed" };
    const buttons = [agencyStatement.buttons.edit];
    const { path } = agencyStatement;
    const shown = await loadList(
      screen(path, { answers: { [list.name]: page([row, closed, closed], {}) }, buttons }).args,
      agencyStatement,
    );
    const edits = shown.rows.map(({ links }) => (links ?? []).filter(({ to }) => to.includes("/edit")).length);
    expect(edits).toEqual([1, 0, 0]);
    expect(shown.rows[2]?.links).toBe(shown.rows[1]?.links);
    for (const [one, offered] of [
      [row, true],
      [closed, false],
    ] as const) {
      const answers = {
        [get.name]: { record: one, options: {}, names: {} },
        agencyStatementChanges: { changes: [], more: false },
      };
      const params = { id: String(one.id) };
      const view = await loadDetail(screen(`${path}/${one.id}`, { answers, buttons, params }).args);
      expect(view.edit !== null).toBe(offered);
    }
  });

  test("a row shows two commands by themselves; the rest stands behind ⋯, beside what takes something away", async () => {
    const { list } = agency.methods;
    const row = { id: 5, rowVersion: 0, code: "LX-1", name: "青山", settlement: "credit", status: "active" };
    const buttons = Object.values(agency.commands).map(({ button }) => button);
    const { rows } = await loadList(
      screen(agency.path, { answers: { [list.name]: page([row], {}) }, buttons }).args,
      agency,
    );
    const named = (tucked: boolean) =>
      (rows[0]?.commands ?? []).filter((one) => Boolean(one.tucked) === tucked).map(({ intent }) => intent);
    expect(named(false)).toEqual(["topUp", "changeLimit"]);
    expect(named(true)).toEqual(["suspend", "close", "withdraw", "allowOrder", "takeDeposit", "returnDeposit"]);
  });

  test("a command posts its row's id and leads back to the list as it was", async () => {
    const { args, seen } = screen("/manage/parkList?pageNo=2", {
      answers: { parkSuspend: { id: 3 } },
      form: { suspend: "3" },
    });
    expect(await outcome(commandList(args, parks))).toMatchObject({
      status: 303,
      location: "/manage/parkList?pageNo=2",
    });
    expect(seen.calls).toEqual([{ method: "parkSuspend", payload: { id: 3 } }]);
    expect(seen.flash).toEqual([{ text: "已停用" }]);
  });

  test("a refused command says why", async () => {
    const answers = { parkSuspend: failure("failed", "还有在售票种") };
    const { args } = screen("/manage/parkList", { answers, form: { suspend: "3" } });
    expect(await outcome(commandList(args, parks))).toMatchObject({
      status: 409,
      body: { notice: { message: "还有在售票种" } },
    });
  });

  test.each([{ suspend: "x" }, { suspend: "-1" }, { destroy: "3" }, {}])("%j is no command", async (form) => {
    const { args, seen } = screen("/manage/parkList", { form: form as Record<string, string> });
    expect(await outcome(commandList(args, parks))).toMatchObject({ status: 400 });
    expect(seen.calls).toEqual([]);
  });
});

describe("a form", () => {
  const get = (one: unknown) => ({ parkGet: { record: one, options } });
  const edit = { params: { id: "3" } };

  test("a new one starts with the defaults, an old one with its values and version", async () => {
    const fresh = await loadForm(
      screen("/ticket/ticketEdit", { answers: { ticketTypeGet: { record: null, options: {} } } }).args,
    );
    expect(fresh.rowVersion).toBeNull();
    expect(fresh.inputs.find(({ name }) => name === "maxPerOrder")?.value).toBe("50");
    const old = await loadForm(screen("/manage/parkList/3/edit", { answers: get(record), ...edit }).args);
    expect(old.rowVersion).toBe(4);
    expect(old.inputs.find(({ name }) => name === "name")).toMatchObject({
      ...{ value: "云山", required: true, html: { maxLength: 60 } },
    });
  });

  test("saves what was typed with id and version, then shows the row", async () => {
    const { args, seen } = screen("/manage/parkList/3/edit", {
      answers: { parkSave: { id: 3 } },
      form: { code: "P1", name: " 云山 ", capacity: "8000", rowVersion: "4" },
      ...edit,
    });
    expect(await outcome(saveForm(args))).toMatchObject({ status: 303, location: "/manage/parkList/3" });
    expect(seen.calls[0]?.payload).toMatchObject({ id: 3, rowVersion: 4, code: "P1", name: "云山", capacity: 8000 });
    expect(seen.flash).toEqual(["saved"]);
  });

  test("5 wrong fields: 422, each with its message, everything typed still there, nothing called", async () => {
    const { args, seen } = screen("/manage/parkList/new", {
      answers: get(null),
      form: { code: "云山", name: "", capacity: "many", address: "山路" },
    });
    const { status, body } = await outcome(saveForm(args));
    expect(status).toBe(422);
    expect(body).toMatchObject({
      errors: { code: ["编码不能输入汉字!"], name: ["请输入名称"], capacity: ["请输入数字"] },
    });
    const inputs = (body as Awaited<ReturnType<typeof loadForm>>).inputs;
    expect(Object.fromEntries(inputs.map(({ name, value }) => [name, value]))).toMatchObject({
      code: "云山",
      capacity: "many",
      address: "山路",
    });
    expect(seen.calls.map(({ method }) => method)).toEqual(["parkGet"]);
  });

  test("an amount that is none says so", async () => {
    const { args } = screen("/ticket/ticketEdit", {
      answers: { ticketTypeGet: { record: null, options: {} } },
      form: { facePrice: "12.345" },
    });
    const { body } = await outcome(saveForm(args));
    expect(body).toMatchObject({ errors: { facePrice: ["请输入正确的金额，最多两位小数"] } });
  });

  test("fields that are not the form's own never reach the method", async () => {
    const { args, seen } = screen("/manage/parkList/new", {
      answers: { parkSave: { id: 9 } },
      form: { code: "P9", name: "九", status: "F", corpCode: "0002", id: "1", intent: "x" },
    });
    await outcome(saveForm(args));
    expect(seen.calls[0]?.payload).not.toHaveProperty("status");
    expect(seen.calls[0]?.payload).not.toHaveProperty("corpCode");
    expect(seen.calls[0]?.payload).not.toHaveProperty("id");
  });

  test.each(["0", "-1", "x", "1e3", "9999999999999999"])("id %j is not found", async (id) => {
    expect(await outcome(loadForm(screen("/manage/parkList/x/edit", { params: { id } }).args))).toMatchObject({
      status: 404,
    });
  });
});

describe("a row", () => {
  const params = { id: "3" };

  const parkChanges = { changes: [], more: false };

  test("5z 2.7e shows rich text filtered by the allow-list", async () => {
    const introduction =
      '<p onclick="x()">山<script>alert(1)</script><strong>好</strong></p><iframe src="//e"></iframe>';
    const answers = { parkGet: { record: { ...record, introduction }, options }, parkChanges };
    const view = await loadDetail(screen("/manage/parkList/3", { answers, params }).args);
    expect(view.texts).toEqual([{ label: "介绍", html: "<p>山<strong>好</strong></p>" }]);
    expect(view.facts.map(({ label }) => label)).not.toContain("介绍");
  });

  test("one that is not there is not found", async () => {
    const answers = { parkGet: { record: null, options } };
    expect(await outcome(loadDetail(screen("/manage/parkList/3", { answers, params }).args))).toMatchObject({
      status: 404,
    });
  });

  test("removing asks first, names the row, and says what stands against it", async () => {
    const answers = { parkGet: { record, options }, parkRemove: failure("failed", "2 个票种（如“成人票”）") };
    const asked = await outcome(askRemove(screen("/manage/parkList/3/remove", { answers, params }).args));
    expect(asked).toMatchObject({ status: 200, body: { question: expect.stringContaining("云山"), kept: false } });
    const { args } = screen("/manage/parkList/3/remove", { answers, params, form: {} });
    expect(await outcome(remove(args))).toMatchObject({ status: 409 });
    const allowed = screen("/manage/parkList/3/remove", { answers: { parkRemove: { id: 3 } }, params, form: {} });
    expect(await outcome(remove(allowed.args))).toMatchObject({ status: 303, location: "/manage/parkList" });
  });

  test("a row that came with the product says so at once, and there is nothing to press", async () => {
    const answers = { dictTypeGet: { record: { id: 3, name: "付款方式", system: true }, options: {} } };
    const asked = await outcome(askRemove(screen("/system/dictList/3/remove", { answers, params }).args));
    expect(asked).toMatchObject({ status: 409, body: { question: expect.stringContaining("“付款方式”"), kept: true } });
  });

  test("the way back from a row finds the list as it was left: filters, page and order", async () => {
    const left = "name=%E4%BA%91&sort=code&order=desc&pageNo=2";
    const list = encodeURIComponent(left);
    const answers = {
      parkList: page([record]),
      parkGet: { record, options },
      parkRemove: { id: 3 },
      parkChanges: { changes: [], more: false },
    };
    const at = (path: string, more: object = {}) =>
      screen(path, { answers, buttons: everything, params, ...more }).args;

    const shown = await loadList(at(`/manage/parkList?${left}`), parks);
    expect(shown.columns.find(({ name }) => name === "name")?.link).toBe(`/manage/parkList/{id}?list=${list}`);
    expect(shown.rows[0]?.links?.map(({ to }) => to)).toEqual([
      `/manage/parkList/{id}/edit?list=${list}`,
      `/manage/parkList/{id}/remove?list=${list}`,
    ]);
    const detail = await loadDetail(at(`/manage/parkList/3?list=${list}`));
    expect(detail).toMatchObject({
      list: `/manage/parkList?${left}`,
      edit: `/manage/parkList/3/edit?list=${list}`,
      remove: `/manage/parkList/3/remove?list=${list}`,
    });
    const asked = await outcome(askRemove(at(`/manage/parkList/3/remove?list=${list}`)));
    expect(asked).toMatchObject({ body: { back: `/manage/parkList/3?list=${list}` } });
    const removed = await outcome(remove(at(`/manage/parkList/3/remove?list=${list}`, { form: {} })));
    expect(removed).toMatchObject({ status: 303, location: `/manage/parkList?${left}` });
    // Whatever is typed there, it stays on this list.
    const typed = await outcome(remove(at("/manage/parkList/3/remove?list=%2F%2Fevil.example", { form: {} })));
    expect(typed).toMatchObject({ location: "/manage/parkList" });
  });
});

test("a path finds its resource; one that only begins like it does not", () => {
  expect(findByPath("/manage/parkList").noun).toBe("park");
  expect(findByPath("/manage/parkList/3/edit").noun).toBe("park");
  expect(findByPath("/ticket/ticketEdit").noun).toBe("ticketType");
  expect(() => findByPath("/manage/parkListing")).toThrow();
});
