import { command, switching } from "../command";
import { dictionary, lines, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

const status = dictionary("enableStatus", {
  label: m.status,
  required: true,
  default: "T",
  list: true,
  filter: "equals",
  form: false,
});
const code = text({ label: m.code, required: true, code: true, list: true, filter: "contains", sort: true });
const name = text({ label: m.name, required: true, max: 60, list: true, filter: "contains", sort: true });
const park = reference("park", { label: m.park, required: true, list: true, filter: "equals" });

/** A set of gates that tickets admit through. */
export const gateGroup = resource("ticket", "gateGroup", {
  title: m.gate_group,
  listTitle: m.fun_tkt_gate_group,
  path: "/manage/tktGateGroup",
  fun: "tktGateGroup",
  nameField: "name",
  status: "status",
  importable: true,
  defaultSort: { field: "id", order: "asc" },
  fields: { code, name, parkId: park, remark: text({ label: m.remark, max: 200, list: true, cellEdit: true }), status },
});

/** A gate device. */
export const gate = resource("ticket", "gate", {
  title: m.gate,
  listTitle: m.fun_tkt_park_gate,
  path: "/manage/tktParkGate",
  fun: "tktParkGate",
  nameField: "name",
  status: "status",
  importable: true,
  begin: { label: m.startup_empty_gates, to: "/guideThree" },
  defaultSort: { field: "id", order: "asc" },
  commands: {
    ...switching,
    /** The device that shows this code checks here from now on. */
    pair: command({
      ...{ label: m.device_pair, did: m.device_paired_done, told: m.device_pair_told, from: ["T"], tone: "good" },
      fields: {
        pairingCode: text({ label: m.device_code, help: m.device_code_help, required: true, max: 20 }),
        calledAs: text({ label: m.device_name, help: m.device_name_help, required: true, max: 60 }),
      },
    }),
  },
  fields: {
    code,
    name,
    direction: dictionary("gateDirection", {
      label: m.gate_direction,
      required: true,
      default: "in",
      list: true,
      filter: "equals",
    }),
    gateGroupId: reference("gateGroup", { label: m.gate_group, required: true, list: true, filter: "equals" }),
    parkId: park,
    address: text({ label: m.device_address, max: 60 }),
    status,
  },
});

/** A point of sale: window or machine. */
export const pos = resource("ticket", "pos", {
  title: m.pos,
  path: "/manage/tktPos",
  fun: "tktPos",
  nameField: "name",
  status: "status",
  importable: true,
  begin: { label: m.startup_empty_gates, to: "/guideThree" },
  defaultSort: { field: "id", order: "asc" },
  fields: {
    code,
    name,
    window: text({ label: m.pos_window, max: 40, list: true, cellEdit: true }),
    parkId: park,
    printer: dictionary("printerKind", { label: m.printer, required: true, default: "receipt80", list: true }),
    salesPageId: reference("salesPage", { label: m.sales_page_of_pos, help: m.sales_page_of_pos_help }),
    /** Who sells there; none: whoever may sell. */
    sellers: lines(
      { accountId: reference("operator", { label: m.pos_seller, required: true, remote: true }) },
      { label: m.pos_sellers, help: m.pos_sellers_help, key: ["accountId"], max: 50 },
    ),
    status,
  },
});
