/** The page of one order, by the `id` or the `orderNo` in its address. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { orderDetail } from "~/contract/order/order";
import { offlineOrder } from "~/contract/order/order-lists";
import { withOwn } from "~/contract/own-fields";
import { askedLogPage, changeLog } from "~/resource/change-log.server";
import { askedNotesPage, commandNotes, notesBlock } from "~/resource/notes.server";
import { keepingWay, leadingOn, wayBack } from "~/resource/way-back.server";
import { loadLabels } from "~/screens/labels.server";
import { permission } from "~/screens/permission.server";
import { idFrom, numberFrom } from "~/screens/query.server";
import { type OrderPage, orderPage } from "./order-page.server";

/** By its id, or by the number that people read. */
const asked = (request: Request) =>
  new URL(request.url).searchParams.has("id")
    ? { id: idFrom(request, "id") }
    : { orderNo: numberFrom(request, "orderNo") };

const lists: Record<string, string> & { offline: string } = {
  "/networkOrderDetail": "/order/networkOrderList",
  offline: "/order/offlineOrderList",
};

/** The page has no other forms of its own than those of its notes. */
export async function commandOrder({ request, context }: ActionFunctionArgs) {
  const answer = await commandNotes({ context }, await request.formData());
  if (!answer) throw new Response(null, { status: 400 });
  return answer;
}

export async function loadOrder({ request, context }: LoaderFunctionArgs): Promise<OrderPage> {
  const logPage = askedLogPage(context);
  const [order, labels, refund, change, supplement, print, repair, pay, own] = await Promise.all([
    context.dispatch.call(orderDetail, { ...asked(request), logPage, notesPage: askedNotesPage(context) }),
    loadLabels(
      context,
      "orderState",
      "ticketState",
      "refundState",
      "paymentType",
      "saleChannel",
      "refundRule",
      "discountReason",
      "reductionKind",
    ),
    permission(context, "order:refund"),
    permission(context, "order:change"),
    permission(context, "order:supplement"),
    permission(context, "sale:print"),
    permission(context, "order:repair"),
    permission(context, "sale:sell"),
    permission(context, "order:own"),
  ]);
  const shownBy = withOwn(offlineOrder, order.own);
  const log = await changeLog(context, shownBy, order, order.ownOptions ?? {}, { ...order.log, pageNo: logPage });
  const notes = order.notes ? notesBlock(context, "order", order.id, order.notes) : null;
  const page = orderPage(
    order,
    labels,
    { refund, change, supplement, print, repair, pay, own },
    { leading: leadingOn(context), keeping: keepingWay(context) },
  );
  const { pathname } = new URL(request.url);
  return { ...page, back: wayBack(context, lists[pathname] ?? lists.offline), log, notes };
}
