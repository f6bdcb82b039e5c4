import { expect, test } from "vitest";
import { cardLayout } from "~/resource/parts/card-layout";

const columns = [
  { label: "订单号", name: "orderNo", card: "name" as const },
  { label: "渠道", name: "channel" },
  { label: "应付", name: "payable", card: "amount" as const },
];

test("a card's head has no labels but the sign of its amount, its other lines have theirs, by the place of the cell", () => {
  const layout = cardLayout(columns, false) as Record<string, unknown>;
  expect([layout["--c1"], layout["--c2"], layout["--c3"]]).toEqual([undefined, '"渠道"', '"¥"']);
  expect(Number(layout["--o1"])).toBeLessThan(Number(layout["--o3"]));
});

test("the box that chooses a row counts as a cell", () => {
  const layout = cardLayout(columns, true) as Record<string, unknown>;
  expect([layout["--c2"], layout["--c3"], layout["--c4"]]).toEqual([undefined, '"渠道"', '"¥"']);
});

test("a label cannot end the text that it stands in", () => {
  const layout = cardLayout([{ label: 'a"; color: red; --x: "' }], false) as Record<string, unknown>;
  expect(layout["--c1"]).toBe('"a\\"; color: red; --x: \\""');
});
