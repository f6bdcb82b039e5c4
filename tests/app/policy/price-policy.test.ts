/** Price policies: list, form and removal, called as the edge calls them. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import { weekdaysText } from "~/contract/ticket/weekdays";
import { loader as loadForm, action as save } from "~/screens/ticket/price-policy-form";
import { action as command, loader as list } from "~/screens/ticket/price-policy-list";
import { loader as askRemoval, action as remove } from "~/screens/ticket/price-policy-remove";
import { page, screen } from "../resource/screen";
import { failure, outcome } from "../shell/fake-context";

const record = {
  id: 3,
  rowVersion: 2,
  name: "周末价",
  ticketTypeId: 1,
  ticketTypeName: "成人票",
  channel: "any",
  customerGroup: "any",
  startDay: "2026-11-01",
  endDay: "2026-12-31",
  weekdays: "FFFFFTT",
  holidays: "any",
  slot: "",
  price: 14000,
  priority: 10,
  status: "T",
};
const answers = {
  pricePolicyGet: { record, ticketTypes: [{ value: "1", label: "成人票" }] },
  getTktDictDetailByCode: [{ value: "window", label: "窗口" }],
  pricePolicyLook: { days: 0, runs: [], orders: 0, tickets: 0, amount: 0, named: [] },
  pricePolicySave: { id: 3 },
};
const typed = {
  name: "周末价",
  ticketTypeId: "1",
  channel: "window",
  customerGroup: "any",
  startDay: "2026-11-01",
  endDay: "2026-12-31",
  holidays: "any",
  price: "140",
  priority: "10",
  weekday5: "T",
  weekday6: "T",
};

describe("the form", () => {
  test("posts yuan as fen, ticks as a week, and nothing else", async () => {
    const { args, seen } = screen("/pricePolicyAdd", { answers, form: { ...typed, status: "F", corpCode: "0002" } });
    expect(await outcome(save(args))).toMatchObject({ status: 303, location: "/ticket/pricePolicyList" });
    expect(seen.calls.filter(({ method }) => method !== "pricePolicyLook")).toEqual([
      {
        method: "pricePolicySave",
        payload: {
          name: "周末价",
          ticketTypeId: 1,
          channel: "window",
          customerGroup: "any",
          startDay: "2026-11-01",
          endDay: "2026-12-31",
          holidays: "any",
          price: 14000,
          priority: 10,
          slot: "",
          weekdays: "FFFFFTT",
        },
      },
    ]);
  });

  test("an existing one is saved under its id and version", async () => {
    const { args, seen } = screen("/pricePolicyAdd?id=3", { answers, form: { ...typed, rowVersion: "2" } });
    await outcome(save(args));
    expect(seen.calls[0]?.payload).toMatchObject({ id: 3, rowVersion: 2 });
  });

  test("what it touches is shown first; the second press saves, another wish or other figures are shown anew", async () => {
    const named = [{ orderId: 9, orderNo: "OD1", visitDay: "2026-11-21", tickets: 2, amount: 16_000 }];
    const runs = [{ first: "2026-11-21", last: "2026-11-22", before: 8000, after: 14_000 }];
    const touching = { ...answers, pricePolicyLook: { days: 2, runs, orders: 1, tickets: 2, amount: 16_000, named } };
    const press = async (form: Record<string, string>, given: Record<string, unknown> = touching) => {
      const { args, seen } = screen("/pricePolicyAdd?id=3", { answers: given, form: { ...typed, ...form } });
      const { status, body } = await outcome(save(args));
      const saved = seen.calls.some(({ method }) => method === "pricePolicySave");
      return {
        status,
        saved,
        impact: (body as { impact?: { seen: string; lines: string[]; runs: object[] } })?.impact,
      };
    };
    const first = await press({});
    expect([first.status, first.saved, first.impact?.lines]).toEqual([
      200,
      false,
      ["共 2 天的价格会变", "这些日期有 1 个订单、2 张未使用门票，已付 ¥160.00；已售门票保持原价"],
    ]);
    expect(first.impact?.runs).toEqual([{ days: "2026-11-21 至 2026-11-22", before: "80.00", after: "140.00" }]);
    const seen = first.impact?.seen ?? "";
    expect((await press({ seen, price: "150" })).saved).toBe(false);
    const more = { ...touching, pricePolicyLook: { ...touching.pricePolicyLook, orders: 2 } };
    expect((await press({ seen }, more)).saved).toBe(false);
    expect(await press({ seen })).toMatchObject({ status: 303, saved: true });
  });

  test("shows what is there", async () => {
    const view = await loadForm(screen("/pricePolicyAdd?id=3", { answers }).args);
    expect(Object.fromEntries(view.inputs.map(({ name, value }) => [name, value]))).toMatchObject({
      price: "140.00",
      startDay: "2026-11-01",
      channel: "any",
    });
    expect(view.weekdays).toBe("FFFFFTT");
    expect(view.rowVersion).toBe("2");
  });

  test("wrong fields: 422, each with its message, what was typed is kept", async () => {
    const { args, seen } = screen("/pricePolicyAdd", {
      answers,
      form: { ...typed, name: "", price: "abc", priority: "10000", slot: "9-12", channel: "<moon>", startDay: "soon" },
    });
    const { status, body } = await outcome(save(args));
    expect(status).toBe(422);
    expect(Object.keys((body as { errors: object }).errors).sort()).toEqual([
      "channel",
      "name",
      "price",
      "priority",
      "slot",
      "startDay",
    ]);
    expect(body).toMatchObject({ weekdays: "FFFFFTT" });
    expect((body as { inputs: unknown[] }).inputs).toContainEqual(
      expect.objectContaining({ name: "price", value: "abc" }),
    );
    expect(seen.calls.some(({ method }) => method === "pricePolicySave")).toBe(false);
  });

  test("changed in between: 409 with the notice", async () => {
    const refused = { ...answers, pricePolicySave: failure("failed", "张三 改过") };
    const { args } = screen("/pricePolicyAdd?id=3", { answers: refused, form: { ...typed, rowVersion: "1" } });
    expect(await outcome(save(args))).toMatchObject({
      status: 409,
      body: { notice: { message: "张三 改过" }, rowVersion: "1" },
    });
  });
});

describe("the list", () => {
  const channel = [{ value: "any", label: "全部渠道" }];
  const reply = { pricePolicyList: page([record], { status: [{ value: "T", label: "启用" }], channel }) };

  test("commands stand only where they may be pressed", async () => {
    const bare = await list(screen("/ticket/pricePolicyList", { answers: reply }).args);
    expect(bare.view.create).toBeNull();
    expect(bare.view.rows[0]).toMatchObject({ links: [] });
    const buttons = ["add", "edit", "remove", "suspend"].map((verb) => `pricePolicy:${verb}`);
    const full = await list(screen("/ticket/pricePolicyList", { answers: reply, buttons }).args);
    expect(full.view.create).toBe("/pricePolicyAdd");
    expect(full.view.rows[0]?.commands).toEqual([
      { intent: "suspend", label: "停用", tucked: true, to: "/ticket/pricePolicyList?ask=suspend&id={id}" },
    ]);
    expect(full.view.rows[0]?.cells).toEqual(expect.arrayContaining(["周末价", "全部渠道", "六 日", "140.00"]));
  });

  test("suspends and resumes", async () => {
    const { args, seen } = screen("/ticket/pricePolicyList?pageNo=2", {
      answers: { pricePolicySuspend: { id: 3 } },
      form: { suspend: "3" },
    });
    expect(await outcome(command(args))).toMatchObject({ status: 303, location: "/ticket/pricePolicyList?pageNo=2" });
    expect(seen.calls[0]?.payload).toEqual({ id: 3 });
    expect(await outcome(command(screen("/x", { form: { resume: "3;drop" } }).args))).toMatchObject({ status: 400 });
  });

  test("a refused command or removal answers 409 with the reason", async () => {
    const no = failure("failed", "该政策不能停用");
    const refused = { pricePolicySuspend: no, pricePolicyRemove: no };
    const suspend = screen("/ticket/pricePolicyList", { answers: refused, form: { suspend: "3" } });
    const removal = screen("/x", { answers: refused, params: { id: "3" }, form: {} });
    for (const answer of [command(suspend.args), remove(removal.args)]) {
      expect(await outcome(answer)).toMatchObject({ status: 409, body: { notice: { message: "该政策不能停用" } } });
    }
  });

  test("deleting asks by name; an address that names none is a page not found", async () => {
    const asked = screen("/x", { answers, params: { id: "3" } });
    expect((await askRemoval(asked.args)).question).toContain("周末价");
    const gone = { pricePolicyGet: { record: null, ticketTypes: [] } };
    for (const id of ["3", "0", "x"]) {
      const { args } = screen("/x", { answers: gone, params: { id } });
      expect(await outcome(askRemoval(args))).toMatchObject({ status: 404 });
    }
  });

  test("removes", async () => {
    const { args } = screen("/x", { answers: { pricePolicyRemove: { id: 3 } }, params: { id: "3" }, form: {} });
    expect(await outcome(remove(args))).toMatchObject({ status: 303, location: "/ticket/pricePolicyList" });
  });
});

test("weekdays in words", () => {
  expect(weekdaysText("TTTTTTT")).toBe("每天");
  expect(weekdaysText("TTTTTFF")).toBe("一 二 三 四 五");
});
