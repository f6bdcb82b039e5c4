/** Month passes: plates that stand in one lot for nothing, until a day. */
import { z } from "zod";
import { yuanOf } from "../audit-trace";
import { command } from "../command";
import { date, dictionary, mobile, moment, money, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { option, resource } from "../resource";
import { day, fen, id, idempotencyKey, requiredText, visitorMobile, wholeNumber } from "../validators";

const reason = text({ label: m.parking_reason, required: true, max: 200 });
const months = number({ label: m.parking_months, required: true, min: 1, max: 36, default: 1 });
const paymentType = dictionary("paymentType", { label: m.parking_paid_by, required: true, default: "cash" });

export const parkingPass = resource("place", "parkingPass", {
  title: m.parking_pass,
  listTitle: m.fun_parking_pass_list,
  path: "/parking/passList",
  fun: "parkingPassList",
  nameField: "number",
  status: "status",
  readOnly: true,
  tools: [{ label: m.parking_pass_sell, to: "/parking/passList/sell" }],
  defaultSort: { field: "id", order: "desc" },
  firstFilters: ["plates", "holder", "mobile", "number"],
  fields: {
    number: text({ label: m.parking_pass_no, list: true, filter: "contains", required: true }),
    lotId: reference("parkingLot", { label: m.parking_lot, list: true, filter: "equals", required: true }),
    plates: text({ label: m.parking_plates, max: 200, list: true, filter: "contains", required: true }),
    holder: text({ label: m.parking_holder, list: true, filter: "contains", required: true }),
    mobile: mobile({ abroad: true, label: m.parking_mobile, mask: true, list: true, filter: "equals" }),
    startDay: date({ label: m.parking_start_day, list: true, required: true, fromToday: true }),
    untilDay: date({
      label: m.parking_until_day,
      ends: true,
      list: true,
      filter: "between",
      sort: true,
      required: true,
    }),
    paid: money({ label: m.parking_paid, list: true, total: true, default: 0 }),
    status: dictionary("parkingPassState", {
      ...{ label: m.status, values: ["live", "expired", "cancelled"], required: true, default: "live" },
      ...{ list: true, filter: "anyOf" },
    }),
    cancelledAt: moment({ label: m.parking_cancelled_at, list: "file" }),
    reason: text({ label: m.parking_cancelled_for, max: 200, list: "file" }),
  },
  commands: {
    renew: command({
      ...{ label: m.parking_renew, from: ["live", "expired"], to: "live", tone: "good" },
      fields: {
        months,
        amount: money({ label: m.parking_amount, help: m.parking_amount_help, required: true }),
        paymentType,
      },
    }),
    changePlate: command({
      ...{ label: m.parking_change_plate, from: ["live"] },
      fields: {
        plate: text({ label: m.parking_plate_old, required: true, max: 16 }),
        newPlate: text({ label: m.parking_plate_new, required: true, max: 16 }),
        reason,
      },
    }),
    cancel: command({
      ...{ label: m.parking_cancel, from: ["live"], to: "cancelled", fields: { reason }, tone: "bad" },
      question: m.parking_cancel_question,
    }),
  },
});

/** What the form of a sale needs: lots that sell passes, and how may be paid. */
export const parkingPassForm = method("place", "parkingPassForm", {
  payload: z.object({}),
  answer: z.object({
    lots: z.array(z.object({ id, name: z.string(), price: fen, plates: wholeNumber(1) })),
    paymentTypes: z.array(option),
    today: day,
  }),
  access: { fun: "parkingPassList", button: "parkingPass:sell" },
});

/** `plates` as they were typed, separated by commas, semicolons or spaces. `price`: fen a month, as it was shown. */
export const parkingPassSell = method("place", "parkingPassSell", {
  payload: z.object({
    lotId: id,
    plates: requiredText(200),
    holder: requiredText(60),
    mobile: visitorMobile.or(z.literal("")).optional(),
    startDay: day,
    months: wholeNumber(1, 36),
    paymentType: requiredText(40),
    price: fen,
    idempotencyKey,
  }),
  answer: z.object({ id, number: z.string(), amount: fen, untilDay: day }),
  access: { fun: "parkingPassList", button: "parkingPass:sell" },
  writes: true,
  idempotent: true,
  told: ({ name, after }) => m.parking_told_sell({ name, amount: yuanOf(after?.paid) }),
});
