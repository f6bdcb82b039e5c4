/**
 * Counts: requested → counting → counted → reviewed → posted | cancelled. What the books have is taken down when the counting
 * ends; what moves afterwards leaves the difference as it is.
 */
import { z } from "zod";
import { command } from "../command";
import { boolean, dictionary, lines, moment, money, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id } from "../validators";
import { billHead, mostOfLine } from "./bill-parts";

const by = (label: typeof m.stock_made_by) => text({ label, max: 60, form: false });
const account = { label: m.stock_counted_by, form: false, detail: false, logged: false } as const;

export const stockCount = resource("manage", "stockCount", {
  title: m.stock_count,
  listTitle: m.fun_list_bill_counts,
  path: "/manage/storelist/listBillCounts",
  fun: "listBillCounts",
  nameField: "code",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  links: [{ label: m.stock_count_sheet, to: "/manage/storelist/listBillCounts/{id}/sheet" }],
  fields: {
    ...billHead,
    storeId: reference("stockStore", {
      ...{ label: m.stock_store, required: true, createOnly: true, list: true, filter: "equals" },
    }),
    blind: boolean({ label: m.stock_blind, help: m.stock_blind_help, createOnly: true, list: true, default: true }),
    status: dictionary("stockCountState", {
      ...{ label: m.status, required: true, default: "requested" },
      values: ["requested", "counting", "counted", "reviewed", "posted", "cancelled"],
      ...{ list: true, filter: "anyOf", form: false },
    }),
    goods: lines(
      {
        itemId: reference("stockItem", { label: m.stock_item, required: true, remote: true }),
        counted: number({ label: m.stock_counted, max: mostOfLine }),
        /** Which numbers are missing or found, of an item that is kept by them. */
        serials: text({ label: m.stock_count_serials, help: m.stock_count_serials_help, max: 500 }),
        reason: text({ label: m.stock_difference_reason, max: 100 }),
      },
      { label: m.stock_lines, help: m.stock_count_lines_help, key: ["itemId"], min: 0, max: 500, ordered: true },
    ),
    remark: text({ label: m.remark, max: 200 }),
    /** Of all differences, whichever way they go, at the average of the moment when the counting ended. */
    amount: money({ label: m.stock_difference_value, default: 0, list: true, form: false, logged: false }),
    makerName: by(m.stock_made_by),
    counterName: text({ label: m.stock_counted_by, max: 60, list: true, form: false }),
    recountName: by(m.stock_recounted_by),
    reviewerName: text({ label: m.stock_reviewed_by, max: 60, list: true, form: false }),
    countedAt: moment({ label: m.stock_counted_at, form: false }),
    postedAt: moment({ label: m.stock_posted_at, list: true, filter: "between", form: false }),
    counterId: number({ ...account, max: Number.MAX_SAFE_INTEGER }),
    recounterId: number({ ...account, max: Number.MAX_SAFE_INTEGER }),
  },
  commands: {
    start: command({ label: m.stock_count_start, from: ["requested"], to: "counting", tone: "good" }),
    finish: command({
      label: m.stock_count_finish,
      from: ["counting"],
      to: "counted",
      question: m.stock_count_finish_question,
    }),
    recount: command({ label: m.stock_recount, from: ["counted"], to: "counting", question: m.stock_recount_question }),
    review: command({ label: m.stock_review, from: ["counted"], to: "reviewed", tone: "good", question: true }),
    post: command({
      label: m.stock_post,
      from: ["reviewed"],
      to: "posted",
      tone: "good",
      question: m.stock_count_post_question,
    }),
    cancel: command({
      ...{ label: m.stock_count_cancel, from: ["requested", "counting", "counted", "reviewed"], to: "cancelled" },
      ...{ question: true, tone: "bad" },
    }),
  },
});

/** What was counted against the books; of a blind count nothing of the books until it has been counted. */
export const stockCountSheet = method("manage", "stockCountSheet", {
  payload: z.object({ id }),
  answer: z.object({
    id,
    code: z.string(),
    store: z.string(),
    hidden: z.boolean(),
    rows: z.array(
      z.object({
        itemId: id,
        item: z.string(),
        unit: z.string(),
        counted: z.number().nullable(),
        book: z.number().nullable(),
        difference: z.number().nullable(),
        amount: z.number().nullable(),
        reason: z.string(),
      }),
    ),
  }),
  access: { fun: "listBillCounts" },
});
