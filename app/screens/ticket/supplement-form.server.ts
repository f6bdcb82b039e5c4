/** Makes the page of a supplement of its quotation: translated, formatted, nothing that it does not need. */
import type { AppLoadContext } from "@remix-run/node";
import { documentKinds } from "~/contract/document-kinds";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { slot as slotSchema } from "~/contract/ticket/price";
import { quoteSupplement } from "~/contract/ticket/supplement";
import type { Typed } from "~/form/submission.server";
import { keepingWay } from "~/resource/way-back.server";
import { byFieldName, type ChangeWish } from "./change-form.server";

export interface SupplementWish extends Pick<ChangeWish, "orderId" | "ticketIds" | "holders"> {
  toTypeId?: number;
  toSlot?: string;
}

/** Nonsense in a hidden field is left out. */
export function readType({ toTypeId = "", toSlot = "" }: Typed): Pick<SupplementWish, "toTypeId" | "toSlot"> {
  return {
    ...(/^[1-9]\d{0,14}$/.test(toTypeId) && { toTypeId: Number(toTypeId) }),
    ...(slotSchema.safeParse(toSlot).success && { toSlot }),
  };
}

/** One call; `wish` without tickets shows which of them could become something else. */
export async function supplementPage(context: AppLoadContext, wish: SupplementWish, quoted: boolean) {
  const answer = await context.dispatch.call(quoteSupplement, wish);
  const { tickets, types, price, newPrice, due, whyNot, names } = answer;
  const shown = tickets.map((ticket) => ({
    id: ticket.id,
    no: ticket.ticketNo,
    name: ticket.name,
    at: [ticket.visitDay, ticket.slot].filter(Boolean).join(" "),
    price: formatYuan(ticket.price),
    holder: [ticket.holderName, ticket.holderIdentity].filter(Boolean).join(" "),
    whyNot: ticket.whyNot,
  }));
  const open = shown.some((ticket) => ticket.whyNot === "");
  // Who has chosen tickets alone is shown what they could become, and is told of nothing missing yet.
  const isAsked = quoted && (wish.toTypeId !== undefined || types.length === 0);
  const documents = documentKinds.filter((kind) => answer.documents.includes(kind));
  return {
    orderAt: keepingWay(context)(`/offlineOrderDetail?id=${wish.orderId}`),
    orderNo: answer.orderNo,
    tickets: shown,
    types: types.map((type) => ({
      id: type.id,
      name: type.name,
      price: formatYuan(type.price),
      due: formatYuan(type.due),
      whyNot: type.whyNot,
    })),
    slots: types.find(({ id }) => id === wish.toTypeId)?.slots ?? [],
    named: shown
      .filter(({ id }) => names.includes(id))
      .map((ticket) => ({ ...ticket, what: ["holder" as const], documents })),
    paymentTypes: answer.paymentTypes,
    chosen: wish.ticketIds,
    wrong: isAsked ? byFieldName(answer.wrong, wish, []) : {},
    whyNot: isAsked || !open ? whyNot : "",
    quote:
      quoted && whyNot === ""
        ? {
            expectedDue: due,
            figures: [
              [m.change_old_price(), formatYuan(price)],
              [m.change_new_price(), formatYuan(newPrice)],
            ] as [string, string][],
            due: formatYuan(due),
            back: "",
            ways: [],
            left: null,
          }
        : null,
  };
}

export type SupplementPage = Awaited<ReturnType<typeof supplementPage>>;
