/** Reads the form of a reservation, and makes its page of what may be reserved: translated, nothing that it does not need. */
import type { AppLoadContext } from "@remix-run/node";
import type { DocumentKind } from "~/contract/document-kinds";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { slot as slotSchema } from "~/contract/ticket/price";
import { reservation, reservationDesk } from "~/contract/ticket/reservation";
import { typedDay } from "~/contract/typed-day";
import { isDay, textOf, today, visitorMobile } from "~/contract/validators";
import type { Typed } from "~/form/submission.server";
import { permission } from "~/screens/permission.server";
import { readVisitors } from "./counter-cart";

export interface ReservationWish {
  ticketTypeId: number;
  visitDay: string;
  slot: string;
  persons: number;
  visitors: NonNullable<ReturnType<typeof readVisitors>[number]>[];
  mobile: string;
  remark?: string;
}

/** What was asked for, and what is wrong with it. */
export function readReservation(typed: Typed): { wish: ReservationWish; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const [typeText = "", slot = ""] = (typed.choice ?? "").split("/");
  const chosen = /^[1-9]\d{0,14}$/.test(typeText) && slotSchema.or(textOf(0)).safeParse(slot).success;
  if (!chosen) errors.choice = [m.reservation_choice_wanted()];
  const visitDay = typedDay((typed.visitDay ?? "").trim(), today());
  if (!isDay(visitDay)) errors.visitDay = [m.v_date()];
  const persons = Number((typed.persons ?? "").trim());
  if (!/^\d{1,4}$/.test((typed.persons ?? "").trim()) || persons < 1 || persons > 1000) {
    errors.persons = [m.v_integer()];
  }
  const mobile = visitorMobile.safeParse((typed.mobile ?? "").trim());
  if (!mobile.success) errors.mobile = [mobile.error.issues[0]?.message ?? m.v_invalid()];
  const remark = textOf(200).safeParse(typed.remark ?? "");
  if (!remark.success) errors.remark = [remark.error.issues[0]?.message ?? m.v_invalid()];
  const visitors = readVisitors(typed, errors).filter((one) => one !== null);
  const wish = {
    ...{ ticketTypeId: chosen ? Number(typeText) : 0, visitDay, slot, persons, visitors },
    ...{ mobile: mobile.success ? mobile.data : "", ...(remark.data && { remark: remark.data }) },
  };
  return { wish, errors };
}

/** Names the backend's paths by the form's fields. */
export function byReservationField(refused: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(refused).map(([path, messages]) => {
      const visitor = /^visitors\.(\d+)\.(name|document|country|identity)$/.exec(path);
      const part = visitor?.[2] ?? "";
      if (visitor) return [`visitor${part.charAt(0).toUpperCase()}${part.slice(1)}.${visitor[1]}`, messages];
      return [{ ticketTypeId: "choice", slot: "choice", contactMobile: "mobile" }[path] ?? path, messages];
    }),
  );
}

/** One call: the day's types with their slots. */
export async function reservationPage(context: AppLoadContext, visitDay: string | null) {
  const answer = await context.dispatch.call(reservationDesk, visitDay === null ? {} : { visitDay });
  const left = (n: number | null) =>
    n === null ? m.reservation_unlimited() : m.reservation_left({ n: Math.max(0, n) });
  return {
    today: answer.today,
    visitDay: answer.visitDay,
    types: answer.offers.map(({ ticketTypeId, name, parkName, whyNot, realName, documents, slots, left: all }) => ({
      ...{ id: ticketTypeId, name, parkName, whyNot, documents: documents as DocumentKind[] },
      eachNamed: realName === "perTicket",
      choices: (slots.length > 0 ? slots : [{ slot: "", left: all, whyNot: "" }]).map(
        ({ slot, left: n, whyNot: shut }) => ({
          ...{ value: `${ticketTypeId}/${slot}`, left: left(n) },
          label: shut ? m.sale_slot_closed({ slot }) : slot || m.reservation_all_day(),
          full: whyNot !== "" || shut !== "" || (n !== null && n <= 0),
        }),
      ),
    })),
  };
}

export type ReservationPage = Awaited<ReturnType<typeof reservationPage>>;

/** The one that was made just now, told over the form of the next; null where the address names none. */
export async function madeNow(context: AppLoadContext, orderNo: string | null) {
  if (!orderNo || !/^[A-Z0-9]{6,40}$/.test(orderNo)) return null;
  const { records } = await context.dispatch.call(reservation.methods.list, { filters: { orderNo } });
  const [row] = records;
  if (!row) return null;
  const { id, orderId, name, persons, visitDay, slot } = row;
  return {
    ...{ id: Number(id), orderId: Number(orderId), orderNo, name: String(name ?? ""), persons: Number(persons) },
    ...{ at: [visitDay, slot].filter(Boolean).join(" "), print: await permission(context, "sale:print") },
  };
}
