/** Select-point policies: any N of M points (gate groups of a park), each at most so often, for so many days. */
import { lines, number, reference, text } from "../field-kinds";
import type { Line, LineProblem } from "../line-rule";
import { m } from "../messages";
import { resource } from "../resource";

const pointFields = {
  gateGroupId: reference("gateGroup", { label: m.point_gate_group, required: true, remote: true }),
};

/** A ticket type of the kind "selectPoint" refers to one. What is sold keeps the policy that it was sold under. */
export const selectPolicy = resource("ticket", "selectPolicy", {
  title: m.point_policy,
  listTitle: m.fun_xuandian_zheng_ce_tkt,
  path: "/xuandianZhengCeTkt",
  fun: "xuandianZhengCeTkt",
  nameField: "name",
  defaultSort: { field: "id", order: "desc" },
  fields: {
    name: text({ label: m.name, required: true, max: 60, unique: true, list: true, filter: "contains" }),
    parkId: reference("park", {
      ...{ label: m.park, help: m.point_park_help, required: true, createOnly: true, list: true, filter: "equals" },
    }),
    choices: number({ label: m.point_choices, required: true, min: 1, max: 99, default: 3, list: true }),
    perPoint: number({
      ...{ label: m.point_per_point, help: m.point_per_point_help, required: true, min: 1, max: 99, default: 1 },
      list: true,
    }),
    useDays: number({
      ...{ label: m.point_days, help: m.point_days_help, required: true, min: 1, max: 3660, default: 1, list: true },
    }),
    points: lines(pointFields, {
      ...{ label: m.point_points, help: m.point_points_help, key: ["gateGroupId"], min: 2, max: 50, ordered: true },
      rules: [enoughPoints],
    }),
  },
});

/** Else the last choices could be used nowhere. */
function enoughPoints(
  points: readonly Line[],
  { choices, perPoint }: Readonly<Record<string, unknown>>,
): LineProblem[] {
  const most = points.length * Number(perPoint);
  return Number(choices) > most ? [{ message: m.point_too_few({ choices: Number(choices), most }) }] : [];
}
