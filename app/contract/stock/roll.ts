/** Rolls: numbers that a seller took out of a warehouse. Prints take the lowest one; what is left goes back or on to the next shift. */
import { command } from "../command";
import { dictionary, moment, money, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { billHead } from "./bill-parts";

const counted = (label: typeof m.stock_sold) => number({ label, form: false, list: true, logged: false, default: 0 });
/** One right for what a seller does with a roll. */
const use = { button: "stockRoll:use", right: m.stock_roll_use } as const;
const rest = { label: m.stock_roll_rest, max: 30 } as const;

export const stockRoll = resource("manage", "stockRoll", {
  title: m.stock_roll,
  listTitle: m.fun_store_rolls,
  path: "/manage/storelist/rolls",
  fun: "storeRolls",
  whenEmpty: m.empty_stock_roll,
  nameField: "code",
  status: "status",
  // A shift's report tells of it.
  keptRows: true,
  buttonLabels: { add: m.stock_roll_hand },
  defaultSort: { field: "id", order: "desc" },
  fields: {
    code: billHead.code,
    storeId: reference("stockStore", {
      ...{ label: m.stock_store, required: true, createOnly: true, list: true, filter: "equals" },
    }),
    itemId: reference("stockItem", {
      ...{ label: m.stock_item, required: true, createOnly: true, list: true, filter: "equals", remote: true },
    }),
    sellerId: reference("operator", {
      ...{ label: m.stock_roll_seller, required: true, createOnly: true, list: true, filter: "equals", remote: true },
    }),
    firstSerial: text({ label: m.stock_first_serial, required: true, createOnly: true, max: 30, list: true }),
    quantity: number({ label: m.stock_quantity, required: true, createOnly: true, min: 1, max: 100_000, list: true }),
    lastSerial: text({ label: m.stock_last_serial, max: 30, list: true, form: false }),
    status: dictionary("stockRollState", {
      ...{ label: m.status, required: true, values: ["open", "returned", "carried"], default: "open" },
      ...{ list: true, filter: "anyOf", form: false },
    }),
    shiftNo: text({ label: m.shift_no, max: 30, list: true, form: false, filter: "equals" }),
    sold: counted(m.stock_sold),
    spoiled: counted(m.stock_spoiled),
    missing: counted(m.stock_missing),
    handedBack: counted(m.stock_handed_back),
    amount: money({ label: m.stock_amount, default: 0, form: false, logged: false }),
    handedBy: text({ label: m.stock_handed_by, max: 60, form: false }),
    carriedFrom: text({ label: m.stock_carried_from, max: 30, form: false }),
    closedAt: moment({ label: m.stock_roll_closed_at, form: false, list: "file" }),
    remark: text({ label: m.remark, max: 200 }),
  },
  commands: {
    spoil: command({
      ...use,
      ...{ label: m.stock_roll_spoil, from: ["open"], tone: "bad" },
      fields: {
        serials: text({ label: m.stock_serials, help: m.stock_roll_spoil_help, required: true, max: 200 }),
        reason: text({ label: m.stock_reason, required: true, max: 100 }),
      },
    }),
    handBack: command({
      ...use,
      ...{ label: m.stock_roll_hand_back, from: ["open"], to: "returned", tone: "good" },
      fields: { rest: text({ ...rest, help: m.stock_roll_rest_help }) },
    }),
    carry: command({
      ...use,
      ...{ label: m.stock_roll_carry, from: ["open"], to: "carried" },
      fields: { rest: text({ ...rest, help: m.stock_roll_carry_help, required: true }) },
    }),
  },
});
