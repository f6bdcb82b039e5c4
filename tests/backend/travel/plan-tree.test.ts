/** The rows of the regional plan: sums at every floor, and nothing counted twice or left out. */
import { expect, test } from "vitest";
import { type PlanData, planRows } from "~server/backend/business/travel/plan-tree";

const words = { nobody: "无业务员", nowhere: "未分区域", others: "无旅行社" };
const person = { status: "onDuty", agencies: 2, targetPersons: 100, targetAmount: 10_000 };
const data: PlanData = {
  ...words,
  regions: [
    { id: 1, parentId: null, name: "华东" },
    { id: 2, parentId: 1, name: "上海" },
  ],
  salesmen: [
    { id: 7, regionId: 2, name: "周强", ...person },
    { id: 8, regionId: 1, name: "李静", ...person, status: "left", targetPersons: 0, targetAmount: 0 },
  ],
  earned: [
    { regionId: 2, salesmanId: 7, agencyId: 5, agencyName: "青山", persons: 30, amount: 3_000 },
    { regionId: 1, salesmanId: 7, agencyId: 5, agencyName: "青山", persons: 10, amount: 1_000 },
    { regionId: 1, salesmanId: null, agencyId: 6, agencyName: "碧水", persons: 5, amount: 500 },
    { regionId: null, salesmanId: null, agencyId: null, agencyName: null, persons: 2, amount: 200 },
  ],
};

test("a region has what it and those below it have; a salesman who moved stands in both, with one target", () => {
  const rows = planRows(data).map(({ name, depth, persons, amount, targetPersons, agencies }) => [
    ...["", " ", "  ", "   "].slice(depth, depth + 1).map((indent) => indent + name),
    ...[persons, amount, targetPersons, agencies],
  ]);
  expect(rows).toEqual([
    ["华东", 45, 4_500, 100, 2],
    [" 上海", 30, 3_000, 100, 2],
    ["  周强", 30, 3_000, 100, 2],
    ["   青山", 30, 3_000, 0, 0],
    [" 周强", 10, 1_000, 0, 0],
    ["  青山", 10, 1_000, 0, 0],
    [" 无业务员", 5, 500, 0, 0],
    ["  碧水", 5, 500, 0, 0],
    ["未分区域", 2, 200, 0, 0],
    [" 无业务员", 2, 200, 0, 0],
    ["  无旅行社", 2, 200, 0, 0],
  ]);
});

test("the roots together are all that was earned", () => {
  const roots = planRows(data).filter(({ depth }) => depth === 0);
  expect(roots.reduce((sum, { amount }) => sum + amount, 0)).toBe(
    data.earned.reduce((sum, { amount }) => sum + amount, 0),
  );
});
