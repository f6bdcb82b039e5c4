/** Reads the form of a change, and makes its page of the quotation: translated, formatted, nothing that it does not need. */
import type { AppLoadContext } from "@remix-run/node";
import type { z } from "zod";
import { type DocumentKind, documentKinds } from "~/contract/document-kinds";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { newHolder, quoteChange } from "~/contract/ticket/change";
import { slot as slotSchema } from "~/contract/ticket/price";
import { typedDay } from "~/contract/typed-day";
import { day, today } from "~/contract/validators";
import type { Typed } from "~/form/submission.server";
import { keepingWay } from "~/resource/way-back.server";
import { labelOf, loadLabels } from "~/screens/labels.server";

export interface ChangeWish {
  orderId: number;
  ticketIds: number[];
  toDay?: string;
  toSlot?: string;
  holders: z.output<typeof newHolder>[];
}

/** What was asked for, and what is wrong with it. Nonsense in an address or a hidden field is left out. */
export function readWish(orderId: number, form: FormData, typed: Typed): { wish: ChangeWish; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const ids = form
    .getAll("ticketId")
    .map(String)
    .filter((text) => /^[1-9]\d{0,14}$/.test(text));
  const ticketIds = [...new Set(ids.map(Number))].slice(0, 200);
  if (ticketIds.length === 0) errors.ticketId = [m.change_choose_one()];
  const wish: ChangeWish = { orderId, ticketIds, holders: [] };
  const toDay = typedDay((typed.toDay ?? "").trim(), today());
  if (toDay !== "") {
    if (day.safeParse(toDay).success) wish.toDay = toDay;
    else errors.toDay = [m.v_date()];
  }
  if (typed.toSlot) {
    if (slotSchema.safeParse(typed.toSlot).success) wish.toSlot = typed.toSlot;
    else errors.toSlot = [m.v_option()];
  }
  for (const ticketId of ticketIds) {
    const name = (typed[`holderName.${ticketId}`] ?? "").trim();
    const identity = (typed[`holderIdentity.${ticketId}`] ?? "").trim();
    if (name === "" && identity === "") continue;
    const read = newHolder.safeParse({
      ...{ ticketId, name, identity, country: typed[`holderCountry.${ticketId}`] ?? "" },
      document: typed[`holderDocument.${ticketId}`] || undefined,
    });
    if (read.success && read.data.name !== "") wish.holders.push(read.data);
    else if (name === "") errors[`holderName.${ticketId}`] = [m.v_enter({ label: m.group_names_name() })];
    for (const { path, message } of read.error?.issues ?? []) errors[fieldOf(String(path[0]), ticketId)] ??= [message];
  }
  return { wish, errors };
}

/** `identity` of ticket 7 is `holderIdentity.7`. */
const fieldOf = (part: string, ticketId: number) => `holder${part.charAt(0).toUpperCase()}${part.slice(1)}.${ticketId}`;

/** Names the backend's paths by the form's fields. */
export function byFieldName(refused: FieldErrors, { holders }: ChangeWish, payments: { paymentType: string }[]) {
  const errors: FieldErrors = {};
  for (const [path, messages] of Object.entries(refused)) {
    const holder = /^holders\.(\d+)\.(name|document|country|identity)$/.exec(path);
    const paid = /^payments\.(\d+)\./.exec(path);
    const name = holder
      ? fieldOf(holder[2] ?? "", holders[Number(holder[1])]?.ticketId ?? 0)
      : paid
        ? `pay.${payments[Number(paid[1])]?.paymentType ?? ""}`
        : path === "ticketIds"
          ? "ticketId"
          : path;
    errors[name] = [...(errors[name] ?? []), ...messages];
  }
  return errors;
}

/** One call, and the labels of payment types; `wish` without tickets shows what could be changed. */
export async function changePage(context: AppLoadContext, wish: ChangeWish, quoted: boolean) {
  const [answer, labels] = await Promise.all([
    context.dispatch.call(quoteChange, wish),
    loadLabels(context, "paymentType"),
  ]);
  const { tickets, price, fee, newPrice, due, back, left, whyNot } = answer;
  const shown = tickets.map((ticket) => ({
    id: ticket.id,
    no: ticket.ticketNo,
    name: ticket.name,
    at: [ticket.visitDay, ticket.slot].filter(Boolean).join(" "),
    price: formatYuan(ticket.price),
    holder: [ticket.holderName, ticket.holderIdentity].filter(Boolean).join(" "),
    whyNot: ticket.changeable ? "" : ticket.whyNot || whyNot,
    what: ticket.changeable ? ticket.what : [],
    documents: documentKinds.filter((kind) => ticket.documents.includes(kind)) as DocumentKind[],
  }));
  const open = shown.filter((ticket) => ticket.whyNot === "");
  const rules = new Map(
    tickets.filter(({ changeable }) => changeable).map(({ name, rule }) => [`${name}：${rule}`, { name, rule }]),
  );
  return {
    orderAt: keepingWay(context)(`/offlineOrderDetail?id=${wish.orderId}`),
    orderNo: answer.orderNo,
    today: answer.today,
    tickets: shown,
    rules: [...rules.values()],
    may: {
      day: open.some(({ what }) => what.includes("day")),
      slot: open.some(({ what }) => what.includes("day") || what.includes("slot")),
      holder: open.some(({ what }) => what.includes("holder")),
    },
    slots: answer.slots.map(({ slot, left: n, whyNot: why }) => ({
      slot,
      label: why ? m.change_slot_no({ slot, why }) : n === null ? slot : m.change_slot_left({ slot, left: n }),
    })),
    paymentTypes: answer.paymentTypes,
    chosen: wish.ticketIds,
    wrong: quoted ? byFieldName(answer.wrong, wish, []) : {},
    whyNot: quoted || open.length === 0 ? whyNot : "",
    quote:
      quoted && wish.ticketIds.length > 0 && whyNot === ""
        ? {
            expectedDue: due - back,
            lines: answer.lines.map(({ name, quantity, policyName }) => ({ name, quantity, policyName })),
            figures: [
              [m.change_old_price(), formatYuan(price)],
              [m.change_new_price(), formatYuan(newPrice)],
              [m.change_fee_sum(), formatYuan(fee)],
            ] as [string, string][],
            due: due > 0 ? formatYuan(due) : "",
            back: back > 0 ? formatYuan(back) : "",
            ways: answer.ways.map(
              (way) => `${labelOf(labels, "paymentType", way.paymentType)} ¥${formatYuan(way.amount)}`,
            ),
            left,
          }
        : null,
  };
}

export type ChangePage = Awaited<ReturnType<typeof changePage>>;
