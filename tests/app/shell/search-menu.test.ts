import { describe, expect, it } from "vitest";
import { searchMenu } from "~/shell/search-menu.server";

const groups = [
  {
    name: "售票",
    icon: "sell",
    entries: [
      { name: "窗口售票", url: "/inside/buyTktList" },
      { name: "售票记录", url: "/inside/buyTktLog" },
      { name: "长途行程", url: "/far" },
    ],
  },
  {
    name: "Orders",
    icon: "orders",
    entries: [
      { name: "Counter sale", url: "/counter" },
      { name: "停车配置", url: "/basicConfiguration?sysBusType=17" },
    ],
  },
];
const none = { favourites: [], recent: [] };
const names = (query: string, used: Parameters<typeof searchMenu>[2] = none) =>
  searchMenu(groups, query, used).map(({ name }) => name);

describe("2.6 the menu's search", () => {
  it.each([
    ["售票", ["售票记录", "窗口售票"]],
    ["chuangkou", ["窗口售票"]],
    ["cksp", ["窗口售票"]],
    ["spjl", ["售票记录"]],
    ["sp", ["售票记录", "窗口售票"]],
    ["changtu", ["长途行程"]],
    ["count", ["Counter sale"]],
    ["CS", ["Counter sale"]],
    ["shou piao", ["售票记录", "窗口售票"]],
    ["qqq", []],
    ["<script>", []],
    [".*", []],
  ])("2.6 by name, pinyin and initials: %s", (query, expected) => {
    expect(names(query)).toEqual(expected);
  });

  it("2.6 recent and favourite ones first", () => {
    expect(names("sp", { favourites: ["/inside/buyTktList"], recent: [] })[0]).toBe("窗口售票");
    expect(names("sp", { favourites: ["/inside/buyTktList"], recent: ["/inside/buyTktLog"] })[0]).toBe("售票记录");
  });

  it("2.6 without a query: what was used, the latest first, also where the address has a query", () => {
    const used = { favourites: ["/far"], recent: ["/basicConfiguration", "/counter"] };
    expect(searchMenu(groups, " ", used).map(({ name, used }) => [name, used])).toEqual([
      ["停车配置", "recent"],
      ["Counter sale", "recent"],
      ["长途行程", "favourite"],
    ]);
    expect(names("")).toEqual([]);
  });
});
