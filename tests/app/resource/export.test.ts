/** Exporting a list: asked first, then started as a job, over tables and over queries alike. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import { action, loader } from "~/resource/export";
import { failure, outcome } from "../shell/fake-context";
import { page, screen } from "./screen";

const row = (id: number) => ({ id, rowVersion: 0, code: `T${id}`, name: "票" });
const path = "/ticket/ticketList/export";
const exportWays = { address: "", stores: [], lastExport: null };
const answers = {
  exportWays,
  ticketTypeList: page([row(1)], {}, { count: 231 }),
  ticketTypeListExport: { jobId: 7 },
  ownJob: {
    ...{ id: 7, kind: "export", name: "导出", state: "done", stateLabel: "已完成", done: 1, total: 1 },
    ...{ attempts: 1, maxAttempts: 3, error: "", outcome: "", link: "/exports/7", accountName: "王芳" },
    ...{ cancelAsked: false, createdAt: "2026-11-20T00:00:00Z", startedAt: "", finishedAt: "" },
  },
};

describe("5y export asks first", () => {
  test("5y says how much it would be: everything, this page, those chosen; and keeps the filters", async () => {
    const view = await loader(screen(`${path}?name=a&pageNo=3&sel=4-6.9`, { answers }).args);
    expect(view.scopes.map(({ value, label }) => [value, label])).toEqual([
      ["chosen", "已选数据（4 条）"],
      ["all", "查询到的全部数据（共 231 条）"],
      ["page", "当前页（10 条）"],
    ]);
    expect(view.formats[0]).toBe("xls");
    expect(view.ways).toEqual([]);
    expect(view.back).toContain("name=a");
  });

  test("a planned one may go to the mailbox that has answered, and to stores of the corp", async () => {
    const ways = { address: "a@example.org", stores: [{ id: 3, name: "数据湖" }], lastExport: null };
    const view = await loader(screen(path, { answers: { ...answers, exportWays: ways } }).args);
    expect(view.ways.map(({ value }) => value)).toEqual(["", "mail", "3"]);
  });

  test("a planned one goes to the store that was chosen, or to the mailbox, or to neither", async () => {
    const planned = async (way: string) => {
      const more = { exportPlanAdd: { id: 1, nextDay: "2026-11-28" } };
      const form = { format: "csv", rhythm: "daily", scope: "all", way };
      const { args, seen } = screen(path, { answers: { ...answers, ...more }, form });
      await outcome(action(args) as Promise<Response>);
      return seen.calls.find(({ method }) => method === "exportPlanAdd")?.payload as Record<string, unknown>;
    };
    expect(await planned("3")).toMatchObject({ storeId: 3, byMail: false });
    expect(await planned("mail")).toMatchObject({ byMail: true });
    for (const way of ["mail", "", "3x", "-1"]) expect(await planned(way)).not.toHaveProperty("storeId");
  });

  test("what changed is a choice where the rows tell it, says since when, and asks for those alone", async () => {
    const labels = async (lastExport: string | null) => {
      const ways = { ...exportWays, lastExport };
      const { scopes, note } = await loader(screen(path, { answers: { ...answers, exportWays: ways } }).args);
      return [scopes.find(({ value }) => value === "changed")?.label ?? "", note !== ""];
    };
    expect(await labels(null)).toEqual(["", false]);
    expect(await labels("")).toEqual([expect.stringContaining("还没有按这些条件导出过"), true]);
    expect(await labels("2026-11-26 18:02:00")).toEqual([expect.stringContaining("（2026-11-26 18:02:00）"), true]);
    const { sent } = await started(`${path}?name=a`, { format: "csv", scope: "changed" });
    expect(sent).toEqual({ format: "csv", filters: { name: "a" }, order: "asc", changed: true });
  });

  test("8p nothing found says so, and offers nothing", async () => {
    const none = { exportWays, ticketTypeList: page([], {}) };
    expect(await loader(screen(path, { answers: none }).args)).toMatchObject({
      question: "没有可导出的数据",
      scopes: [],
    });
  });

  const started = async (address: string, form: Record<string, string>, more = {}) => {
    const { args, seen } = screen(address, { answers: { ...answers, ...more }, form });
    const answer = await outcome(action(args) as Promise<Response>);
    return { answer, sent: seen.calls.find(({ method }) => method.endsWith("Export"))?.payload };
  };

  test("what is asked for is what the list shows: filters, sort, page or choice", async () => {
    const all = await started(`${path}?name=a&sort=name&order=desc`, { format: "xlsx", scope: "all" });
    expect(all.answer.location).toBe("/exports/7");
    expect(all.sent).toEqual({ format: "xlsx", filters: { name: "a" }, sort: "name", order: "desc" });
    const one = await started(`${path}?pageNo=3&pageSize=30`, { format: "csv", scope: "page" });
    expect(one.sent).toMatchObject({ format: "csv", page: { pageNo: 3, pageSize: 30 } });
    const few = await started(`${path}?sel=4-6.9`, { format: "nonsense", scope: "chosen" });
    expect(few.sent).toMatchObject({ format: "xls", ids: [4, 5, 6, 9] });
  });

  test("a list over a query is exported by its own method", async () => {
    const { sent } = await started(
      "/order/offlineOrderList/export?state=paid",
      {},
      { offlineOrderListExport: { jobId: 8 } },
    );
    expect(sent).toEqual({ format: "xls", filters: { state: "paid" }, order: "asc" });
  });

  test("all that was found is exported as long as as many are found; then both numbers are told", async () => {
    const { found } = await loader(screen(`${path}?name=a`, { answers }).args);
    const form = { scope: "all", found };
    expect((await started(`${path}?name=a`, form)).sent).toMatchObject({ filters: { name: "a" } });
    const said = async (search: string, count: number) => {
      const more = { ticketTypeList: page([row(1)], {}, { count }) };
      const { answer, sent } = await started(path + search, form, more);
      expect(sent).toBeUndefined();
      return [answer.status, (answer.body as { notice: { message: string } } | undefined)?.notice.message];
    };
    expect(await said("?name=a", 230)).toEqual([422, "选择全部时是 231 条，现在是 230 条。请核对后重新选择"]);
    expect(await said("?name=b", 231)).toEqual([422, "选择已失效，现在共 231 条。请重新选择"]);
  });

  test("what was ticked in the list comes along to the question", async () => {
    const { answer } = await started(path, { tick: "export", sel: "1-3", s: "9" });
    expect(answer.location).toBe(`${path}?sel=1-3.9`);
  });

  test("8p a list that has become empty meanwhile is said so, not exported", async () => {
    const none = failure("failed", "没有可导出的数据");
    const { args } = screen(path, { answers: { ...answers, ticketTypeListExport: none }, form: { format: "xls" } });
    const refused = (await action(args)) as unknown as {
      data: { notice: { message: string } };
      init: { status: number };
    };
    expect([refused.init.status, refused.data.notice.message]).toEqual([409, "没有可导出的数据"]);
  });
});
