/** The address of a list: what is read from it, and the addresses of its neighbours. */
import { describe, expect, test } from "vitest";
import "~/i18n/locale.server";
import type { AnyResource } from "~/contract/resource";
import { passage } from "~/contract/ticket/passage";
import { listQueryOf } from "~/resource/list-fields.server";
import {
  type FilterSpec,
  filterInputs,
  pagerView,
  pagesAround,
  readListQuery,
  sortOf,
} from "~/resource/parts/list-query.server";

const filters: FilterSpec[] = [
  { name: "name", label: "名称", kind: "text" },
  { name: "status", label: "状态", kind: "choice" },
  { name: "visitDay", label: "游玩日期", kind: "days" },
  { name: "kind", label: "类型", kind: "choices" },
  { name: "price", label: "价格", kind: "amounts" },
  { name: "seats", label: "座位", kind: "numbers" },
  { name: "open", label: "开放", kind: "flag" },
];
const ask = (search: string) => readListQuery(new URL(`http://x/manage/parkList${search}`), filters, ["id", "name"]);

describe("reading", () => {
  test("filters, sort and page", () => {
    const { payload, filtered } = ask(
      "?name=%20山%20&visitDay.from=2026-11-01&sort=name&order=desc&pageNo=3&pageSize=30",
    );
    expect(payload).toEqual({
      pageNo: 3,
      pageSize: 30,
      sort: "name",
      order: "desc",
      filters: { name: "山", visitDay: "2026-11-01~" },
    });
    expect(filtered).toBe(true);
  });

  test.each([
    "?pageNo=0&pageSize=7&sort=password&order=up",
    "?pageNo=-1&pageNo=2",
    "?pageNo=1e9&pageSize=100000",
    "?name=%00&status=&visitDay.from=2026-02-30&unknown=1",
    "?pageNo[]=2&__proto__=x",
  ])("nonsense counts as not asked for: %s", (search) => {
    const { payload, filtered } = ask(search);
    expect(payload).toEqual({ pageNo: 1, pageSize: 10, order: "asc", filters: {} });
    expect(filtered).toBe(false);
  });

  test("9o shortcuts are today, yesterday, seven days and thirty days, where the parks are", () => {
    // 23:30 in London is already the next day in Shanghai.
    const inputs = filterInputs(filters, ask("?name=山"), {}, new Date("2026-11-20T23:30:00Z"));
    const days = inputs.find((input) => input.kind === "days");
    expect(days?.kind === "days" && days.shortcuts.map(({ to }) => to.split("?")[1])).toEqual(
      [
        ["2026-11-21", "2026-11-21"],
        ["2026-11-20", "2026-11-20"],
        ["2026-11-15", "2026-11-21"],
        ["2026-10-23", "2026-11-21"],
      ].map(([from, to]) => `name=%E5%B1%B1&visitDay.from=${from}&visitDay.to=${to}`),
    );
  });
});

describe("filters by kind", () => {
  test("a number that a list is asked for by a link alone is one number, no range", () => {
    const asked = (search: string) =>
      listQueryOf(passage as unknown as AnyResource, new URL(`http://x${passage.path}${search}`)).payload.filters;
    expect(asked("?sameCode=115")).toEqual({ sameCode: "115" });
    expect(asked("?sameCode=1~9&sameCode.from=3")).toEqual({});
  });

  test("any of several, amounts in fen, numbers, yes and no", () => {
    const { payload } = ask("?kind=a&kind=b&kind=a&price.from=12.5&price.to=%EF%BC%91%EF%BC%93&seats.to=4&open=true");
    expect(payload.filters).toEqual({ kind: "a,b", price: "1250~1300", seats: "~4", open: "true" });
  });

  test("what cannot be read does nothing, says why and is still there", () => {
    const query = ask("?price.from=12.345&seats.from=many&visitDay.from=2026-02-30&open=perhaps&kind=a,b");
    expect(query.payload.filters).toEqual({});
    expect(query.errors).toEqual({
      price: "请输入正确的金额，最多两位小数",
      seats: "请输入整数",
      visitDay: "请输入正确的日期",
    });
    const inputs = filterInputs(filters, query, {});
    expect(inputs.find(({ name }) => name === "price")).toMatchObject({ from: "12.345", error: query.errors.price });
  });

  test("a range that goes backwards says so", () => {
    expect(ask("?seats.from=9&seats.to=10").errors).toEqual({});
    const backwards = ask("?seats.from=10&seats.to=9");
    expect(backwards.errors).toEqual({ seats: "起始不能大于截止" });
    expect(backwards.payload.filters).toEqual({});
    expect(ask("?seats.from=x&seats.to=9").payload.filters).toEqual({});
    expect(ask("?visitDay.from=2026-11-02&visitDay.to=2026-11-01").errors).toHaveProperty("visitDay");
  });

  test("every tick goes on to the next page", () => {
    expect(ask("?kind=a&kind=b&pageNo=2").to({ pageNo: "3" })).toBe("/manage/parkList?kind=a&kind=b&pageNo=3");
  });

  test("9f all rows where the list allows them", () => {
    const url = new URL("http://x/manage/parkList?pageSize=-1");
    expect(readListQuery(url, [], []).payload.pageSize).toBe(10);
    const query = readListQuery(url, [], [], { all: true });
    expect(query.payload.pageSize).toBe(-1);
    const pager = pagerView({ pageNo: 1, pageSize: -1, totalPage: 2, count: 1200, capped: false }, query);
    expect(pager.sizes.at(-1)).toMatchObject({ n: -1, now: true });
    expect(pager.note).toBe("每页最多 1000 条");
  });
});

describe("neighbours", () => {
  test("sorting keeps filters and size, starts at the first page and turns round", () => {
    const query = ask("?name=a&pageSize=30&pageNo=4&sort=name");
    expect(sortOf("name", "名称", query)).toMatchObject({
      to: "/manage/parkList?name=a&pageSize=30&sort=name&order=desc",
      now: "ascending",
    });
    expect(sortOf("id", "号", query)).toMatchObject({ now: "none" });
  });

  const reply = { pageNo: 2, pageSize: 10, totalPage: 3, count: 25, capped: false };

  test("9e total, sizes, previous, pages, next; everything else in the address is kept", () => {
    const pager = pagerView(reply, ask("?name=a&sort=name&pageNo=2"));
    expect(pager.total).toBe("共 25 条");
    expect(pager.previous).toBe("/manage/parkList?name=a&sort=name");
    expect(pager.next).toBe("/manage/parkList?name=a&sort=name&pageNo=3");
    expect(pager.sizes.map(({ n, now }) => [n, now])).toEqual([
      [10, true],
      [30, false],
      [50, false],
      [100, false],
    ]);
    expect(pager.sizes[1]?.to).toBe("/manage/parkList?name=a&sort=name&pageSize=30");
    expect(pager.kept).toEqual([
      ["name", "a"],
      ["sort", "name"],
    ]);
  });

  test("at the ends there is no way on", () => {
    expect(pagerView({ ...reply, pageNo: 1 }, ask("")).previous).toBeNull();
    expect(pagerView({ ...reply, pageNo: 3 }, ask("")).next).toBeNull();
    expect(pagerView({ ...reply, pageNo: 1, totalPage: 1 }, ask("")).next).toBeNull();
  });

  test("a count that stopped at its bound says more than", () => {
    const pager = pagerView({ ...reply, count: 10_000, capped: true }, ask(""));
    expect(pager.total).toBe("超过 10000 条");
    expect(pager.note).toBe("分页只到前 10000 条，请缩小筛选范围");
  });

  test("a client-side navigation's address is the page's own", () => {
    const query = readListQuery(new URL("http://x/manage/parkList.data?name=a"), filters, []);
    expect(query.to({})).toBe("/manage/parkList?name=a");
  });

  test.each([
    [1, 1, [1]],
    [1, 7, [1, 2, 3, 0, 7]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [5, 9, [1, 0, 3, 4, 5, 6, 7, 0, 9]],
    [9, 9, [1, 0, 7, 8, 9]],
    [1, 0, []],
  ])("page %j of %j shows %j", (pageNo, totalPage, pages) => {
    expect(pagesAround(pageNo, totalPage)).toEqual(pages);
  });
});
