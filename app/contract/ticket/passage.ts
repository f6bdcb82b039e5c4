/** Every attempt at a gate, the refused ones and those taken back too (`/manage/passageList`). */
import { boolean, dictionary, moment, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

/**
 * `admittedPeople` counts whoever went in, and takes back whom a reversal takes back: its sum is who is in by the gates.
 * `entries` are what a ticket was used for. `code` is what was shown, identity numbers masked.
 */
export const passage = resource("ticket", "passage", {
  title: m.fun_passage_list,
  path: "/manage/passageList",
  fun: "passageList",
  nameField: "at",
  status: "result",
  commands: {},
  defaultSort: { field: "id", order: "desc" },
  readOnly: true,
  fields: {
    at: moment({ label: m.passage_at, list: true, filter: "between", sort: true }),
    result: dictionary("passageResult", {
      ...{ label: m.check_result, list: true, filter: "equals" },
      values: ["admitted", "refused", "reversed"],
    }),
    reason: dictionary("verdictReason", { label: m.issued_reason, list: true, filter: "equals" }),
    ticketNo: text({
      ...{ label: m.sale_ticket_no, list: true, filter: "equals" },
      page: ({ ticketNo }) => (ticketNo ? `/ticketLogDetail?ticketNo=${encodeURIComponent(String(ticketNo))}` : null),
    }),
    ticketTypeName: text({ label: m.sale_ticket, list: true }),
    /** Of one that no ticket has, where it was shown before and afterwards. */
    code: text({
      ...{ label: m.passage_code, list: true },
      page: ({ id, code, ticketNo }) => (code && !ticketNo ? `/manage/passageList?sameCode=${id}` : null),
    }),
    /** How often a code that no ticket has was shown, up to a thousand; sought by the id of one of its passages. */
    sameCode: number({
      ...{
        label: m.passage_same_code,
        list: true,
        hiddenAtFirst: true,
        hideZero: true,
        filter: "equals",
        search: false,
      },
      page: ({ id, sameCode }) => (Number(sameCode) > 0 ? `/manage/passageList?sameCode=${id}` : null),
    }),
    people: number({ label: m.passage_people, list: "file" }),
    admittedPeople: number({ label: m.passage_admitted_people, list: true, total: true }),
    entries: number({ label: m.passage_entries, list: true, total: true }),
    gateId: reference("gate", { label: m.check_gate, list: true, filter: "equals" }),
    parkId: reference("park", { label: m.issued_park, list: true, filter: "equals" }),
    direction: dictionary("gateDirection", { label: m.issued_direction, list: true }),
    accountName: text({ label: m.order_by, list: true }),
    offline: boolean({ label: m.passage_offline, list: "file" }),
    message: text({ label: m.passage_message, list: "file" }),
    note: text({ label: m.passage_note, list: "file" }),
    admitted: boolean({ label: m.check_result, list: "answer", filter: "equals", search: false, detail: false }),
  },
});
