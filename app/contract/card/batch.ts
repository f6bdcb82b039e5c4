/** Batches of physical cards: received by a range of numbers, each number once in the corp. Their cards are the stock. */
import { date, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

/** Cards of one batch, at most. */
export const mostOfBatch = 10_000;

const ofCreation = { required: true, createOnly: true } as const;

export const cardBatch = resource("seasonCard", "cardBatch", {
  title: m.card_batch,
  listTitle: m.card_batches,
  path: "/seasonCard/cardBatchList",
  fun: "cardBatchList",
  whenEmpty: m.empty_card_batch,
  nameField: "firstNumber",
  defaultSort: { field: "id", order: "desc" },
  buttonLabels: { add: m.card_batch_receive },
  links: [
    { label: m.card_batch_in_stock, to: "/seasonCard/seasonCardList?batchId={id}&status=stock" },
    { label: m.card_batch_all, to: "/seasonCard/seasonCardList?batchId={id}" },
    { label: m.card_batch_stored, to: "/smartCard/list?batchId={id}" },
  ],
  fields: {
    cardTypeId: reference("cardType", { label: m.card_type_title, ...ofCreation, list: true, filter: "equals" }),
    firstNumber: text({
      ...{ label: m.card_batch_first, help: m.card_batch_help, max: 30, code: true, ...ofCreation },
      ...{ list: true, filter: "equals" },
    }),
    lastNumber: text({ label: m.card_batch_last, max: 30, code: true, ...ofCreation, list: true }),
    total: number({ label: m.card_batch_total, default: 0, list: true, total: true, form: false }),
    /** In stock, and spoiled: counted from the cards. */
    left: number({ label: m.card_batch_left, list: true, form: false, detail: false }),
    spoiled: number({ label: m.card_batch_spoiled, list: true, hideZero: true, form: false, detail: false }),
    receivedOn: date({
      label: m.card_batch_received,
      required: true,
      noFuture: true,
      list: true,
      filter: "between",
      fromToday: true,
    }),
    supplier: text({ label: m.card_batch_supplier, max: 60, list: true }),
    remark: text({ label: m.remark, max: 200 }),
  },
});

/** The numbers from the first to the last, both included; null where they are no range of at most {@link mostOfBatch}. */
export function numbersOf(first: string, last: string): string[] | null {
  const [, before = "", from = ""] = /^(.*?)(\d{1,15})$/.exec(first) ?? [];
  const to = last.slice(before.length);
  if (from === "" || !last.startsWith(before) || !/^\d+$/.test(to) || to.length !== from.length) return null;
  const count = Number(to) - Number(from) + 1;
  if (count < 1 || count > mostOfBatch) return null;
  return Array.from({ length: count }, (_, place) => before + String(Number(from) + place).padStart(from.length, "0"));
}
