/** Exporting a list: asked first, then every row found, as people read it. */
import { Readable } from "node:stream";
import ExcelJS from "exceljs";
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import { loader as ask } from "~/resource/export";
import { loader as download } from "~/resource/export-file";
import { failure, outcome } from "../shell/fake-context";
import { page, screen } from "./screen";

const type = (id: number) => ({ id, rowVersion: 0, code: `T${id}`, name: "=1+1", listPrice: 9950, kind: "single" });
const options = { kind: [{ value: "single", label: "单票" }] };
const path = "/ticket/ticketList/export";

/** Answers page by page. */
function pages(count: number) {
  const made = screen(`${path}.xlsx?name=a&sort=name&pageNo=3&pageSize=30`);
  const asked: unknown[] = [];
  made.args.context.dispatch.call = (async (_method: unknown, payload: { pageNo: number; pageSize: number }) => {
    asked.push(payload);
    const from = (payload.pageNo - 1) * payload.pageSize;
    const length = Math.min(payload.pageSize, count - from);
    const records = Array.from({ length }, (_, index) => type(from + index + 1));
    return page(records, options, { count, totalPage: Math.ceil(count / payload.pageSize) });
  }) as typeof made.args.context.dispatch.call;
  return { ...made, asked };
}

describe("5 export asks first", () => {
  const answers = { ticketTypeList: page([type(1)], options, { count: 231 }) };

  test("says how many rows, and keeps the filters", async () => {
    const view = await ask(screen(`${path}?name=a&pageNo=2`, { answers }).args);
    expect(view.question).toContain("231");
    expect(view.file).toBe("/ticket/ticketList/export.xlsx?name=a");
    expect(view.back).toBe("/ticket/ticketList?name=a");
  });

  test("8 nothing found says so, and there is nothing to download", async () => {
    const none = { ticketTypeList: page([], options) };
    expect(await ask(screen(path, { answers: none }).args)).toMatchObject({ question: "没有可导出的数据", file: null });
  });
});

describe("the file", () => {
  test("has every row found under the columns of the list; amounts are numbers, texts never formulas", async () => {
    const { args, asked } = pages(231);
    const answer = await download(args);
    expect(answer.headers.get("content-disposition")).toContain("attachment");
    const book = new ExcelJS.Workbook();
    await book.xlsx.read(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]));
    const sheet = book.worksheets[0];
    expect(sheet?.rowCount).toBe(232);
    const headings = sheet?.getRow(1).values;
    expect(headings).toEqual(expect.arrayContaining(["编码", "名称", "挂牌价（元）"]));
    expect(sheet?.getRow(232).values).toEqual(expect.arrayContaining(["T231", "=1+1", "单票", 99.5]));
    expect(asked).toHaveLength(3);
    expect(asked[0]).toMatchObject({ filters: { name: "a" }, sort: "name", pageNo: 1, pageSize: 100 });
  });

  test("what is refused is answered as such, not as half a file", async () => {
    const answers = { ticketTypeList: failure("forbidden", "") };
    await expect(outcome(download(screen(`${path}.xlsx`, { answers }).args))).rejects.toMatchObject({
      failure: { kind: "forbidden" },
    });
  });

  test("one that breaks off is an error, not a short file", async () => {
    const { args } = pages(231);
    const whole = args.context.dispatch.call;
    args.context.dispatch.call = (async (method: never, payload: { pageNo: number }) => {
      if (payload.pageNo === 2) throw failure("timeout", "");
      return whole(method, payload as never);
    }) as typeof whole;
    await expect((await download(args)).arrayBuffer()).rejects.toThrow();
  });
});
