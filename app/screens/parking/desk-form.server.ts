/** Reads the forms of the booth. */

import type { AppLoadContext } from "@remix-run/node";
import { m } from "~/contract/messages";
import { parkingEnter, parkingLost, parkingPay } from "~/contract/parking/desk";
import { attempt, type Typed } from "~/form/submission.server";

export const idOf = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** What an input of the browser's for a moment gives, as methods take it. */
export function momentIn(text: string | undefined): string {
  const plain = (text ?? "").trim().replace("T", " ").replaceAll("/", "-");
  return plain.length === 16 ? `${plain}:00` : plain;
}

/** Calls what the pressed button is for; answers where to go and what to say. Null: there is no such button. */
export function pressed(context: AppLoadContext, typed: Typed, idempotencyKey: string) {
  const { intent } = typed;
  if (intent === "enter") return attempt(context, () => enter(context, typed, idempotencyKey));
  if (intent === "leave" || intent === "prepay") return attempt(context, () => pay(context, typed, idempotencyKey));
  if (intent === "lost") return attempt(context, () => lost(context, typed, idempotencyKey));
  return null;
}

const classIn = ({ vehicleClass = "" }: Typed) => (vehicleClass === "" ? {} : { vehicleClass });

async function enter({ dispatch }: AppLoadContext, typed: Typed, idempotencyKey: string) {
  const lotId = idOf(typed.lotId) ?? 0;
  const unreadable = typed.unreadable === "T";
  const payload = { lotId, plate: typed.plate ?? "", unreadable, idempotencyKey, ...classIn(typed) };
  const { id, entered, notice } = await dispatch.call(parkingEnter, payload as never);
  return { to: entered ? `lot=${lotId}` : `record=${id}`, text: entered ? notice : null };
}

async function pay({ dispatch }: AppLoadContext, typed: Typed, idempotencyKey: string) {
  const leave = typed.intent === "leave";
  const due = /^\d{1,12}$/.test(typed.due ?? "") ? Number(typed.due) : -1;
  const paymentType = typed.paymentType ? { paymentType: typed.paymentType } : {};
  const payload = { id: idOf(typed.recordId) ?? 0, due, at: typed.at ?? "", leave, idempotencyKey, ...paymentType };
  const { id, notice } = await dispatch.call(parkingPay, payload);
  return { to: `lot=${idOf(typed.lotId) ?? ""}&done=${id}`, text: notice };
}

async function lost({ dispatch }: AppLoadContext, typed: Typed, idempotencyKey: string) {
  const lotId = idOf(typed.lotId) ?? 0;
  const { plate = "", reason = "" } = typed;
  const enteredAt = momentIn(typed.enteredAt);
  const payload = { lotId, plate, enteredAt, reason, idempotencyKey, ...classIn(typed) };
  const made = await dispatch.call(parkingLost, payload as never);
  return { to: `record=${made.id}`, text: m.parking_lost_told({ plate: made.plate }) };
}
