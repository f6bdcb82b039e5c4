/** Entries and exits: one row a stay. Rows are made at the attendant's desk; what is put right here leaves its reason. */
import { command } from "../command";
import { dictionary, moment, money, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { view } from "../resource-view";
import { sayDuration } from "./duration";
import { vehicleClasses } from "./vehicle";

const reason = text({ label: m.parking_reason, required: true, max: 200 });

export const parkingRecord = resource("place", "parkingRecord", {
  title: m.parking_record,
  listTitle: m.fun_parking_record_list,
  path: "/parking/recordList",
  fun: "parkingRecordList",
  nameField: "plate",
  status: "status",
  readOnly: true,
  links: [{ label: m.parking_receipt, to: "/parking/recordList/{id}/receipt" }],
  tools: [{ label: m.parking_desk, to: "/parking/desk" }],
  defaultSort: { field: "id", order: "desc" },
  fields: {
    plate: text({ label: m.parking_plate, whole: true, list: true, filter: "contains", required: true }),
    number: text({ label: m.parking_record_no, list: "file", filter: "equals", required: true }),
    lotId: reference("parkingLot", { label: m.parking_lot, list: true, filter: "equals", required: true }),
    vehicleClass: dictionary("parkingVehicle", {
      ...{ label: m.parking_vehicle, values: vehicleClasses, required: true, list: true, filter: "anyOf" },
    }),
    status: dictionary("parkingRecordState", {
      ...{
        label: m.status,
        values: ["inside", "left"],
        required: true,
        default: "inside",
        list: true,
        filter: "anyOf",
      },
    }),
    enteredAt: moment({ label: m.parking_entered, list: true, filter: "between", sort: true, required: true }),
    leftAt: moment({ label: m.parking_left, list: true, filter: "between" }),
    /** Minutes, written as it leaves; of one that is inside those until now. */
    duration: number({
      ...{ label: m.parking_duration, list: true, logged: false },
      words: (minutes) => (typeof minutes === "number" ? sayDuration(minutes) : ""),
    }),
    fee: money({ label: m.parking_fee, list: true, total: true, default: 0 }),
    paid: money({ label: m.parking_paid, list: true, total: true, default: 0 }),
    waived: money({
      label: m.parking_waived,
      list: true,
      hiddenAtFirst: true,
      total: true,
      hideZero: true,
      default: 0,
    }),
    refunded: money({ label: m.parking_refunded, list: "file", total: true, hideZero: true, default: 0 }),
    paymentType: dictionary("paymentType", {
      label: m.parking_paid_by,
      list: true,
      hiddenAtFirst: true,
      filter: "anyOf",
    }),
    paidAt: moment({ label: m.parking_paid_at, list: "file" }),
    how: dictionary("parkingHow", {
      ...{ label: m.parking_how, values: ["paid", "free", "pass", "manual"], list: true, filter: "anyOf" },
    }),
    passId: reference("parkingPass", { label: m.parking_pass, remote: true, list: "file" }),
    tariffName: text({ label: m.parking_tariff, list: "file" }),
    tariffVersion: number({ label: m.parking_tariff_version, list: "file" }),
    lostEntry: text({ label: m.parking_lost_entry, max: 200, list: "file" }),
    reason: text({ label: m.parking_reason, max: 200, list: "file" }),
  },
  commands: {
    release: command({
      ...{ label: m.parking_release, from: ["inside"], to: "left", fields: { reason }, tone: "bad" },
    }),
    correctPlate: command({
      ...{ label: m.parking_correct, from: ["inside"] },
      fields: { plate: text({ label: m.parking_plate_right, required: true, max: 16 }), reason },
    }),
    refund: command({
      ...{ label: m.parking_refund, from: ["left"], fields: { reason }, tone: "bad" },
    }),
  },
});

/** Inside for more days than the basic configuration says. */
export const parkingOverstay = view(parkingRecord, {
  noun: "parkingOverstay",
  title: m.parking_overstay,
  path: "/parking/overstayList",
  fun: "parkingOverstay",
  where: { status: "inside" },
  columns: ["plate", "lotId", "vehicleClass", "enteredAt", "duration", "paid"],
  filters: ["plate", "lotId", "vehicleClass"],
  defaultSort: { field: "enteredAt", order: "asc" },
});
