/** Gates that several parks share: whose tickets they take, and in which order (`/manyParkGateChild`). */
import { dictionary, lines, number, reference, text } from "../field-kinds";
import type { Line, LineProblem } from "../line-rule";
import { m } from "../messages";
import { resource } from "../resource";

export const sharedGate = resource("ticket", "sharedGate", {
  title: m.shared_gate,
  listTitle: m.fun_many_park_gate_child,
  path: "/manyParkGateChild",
  fun: "manyParkGateChild",
  whenEmpty: m.empty_shared_gate,
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  fields: {
    name: text({ label: m.name, required: true, max: 60, list: true, filter: "contains" }),
    gateId: reference("gate", {
      ...{ label: m.shared_gate_gate, required: true, remote: true, unique: true, createOnly: true },
      ...{ list: true, filter: "equals" },
    }),
    parks: lines(
      {
        parkId: reference("park", { label: m.park, required: true }),
        /** Of that park: tickets that admit through one group alone go through here as well. */
        gateGroupId: reference("gateGroup", { label: m.shared_gate_group, remote: true }),
      },
      {
        ...{ label: m.shared_gate_parks, help: m.shared_gate_parks_help, key: ["parkId"], min: 1, max: 10 },
        ...{ ordered: true, rules: [severalParks] },
      },
    ),
    remark: text({ label: m.remark, max: 200, list: true, cellEdit: true }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
    /** The gate's own. */
    parkId: number({ label: m.park, form: false, detail: false, logged: false, default: 0 }),
  },
});

function severalParks(parks: readonly Line[]): LineProblem[] {
  return parks.length < 2 ? [{ message: m.shared_gate_few() }] : [];
}
