/** Reads the form that moves places between the parts of a day, and moves them. */
import { type AppLoadContext, data } from "@remix-run/node";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { quotaTransfer } from "~/contract/ticket/quota-transfer";
import { typedDay } from "~/contract/typed-day";
import { isDay } from "~/contract/validators";
import { attempt, done, type Typed } from "~/form/submission.server";
import { businessDay } from "~/screens/business-day";

const fields: Record<string, string> = {
  ...{ day: "transferDay", slot: "transferSlot", from: "transferFrom", to: "transferTo" },
  ...{ quantity: "transferQuantity", reason: "transferReason" },
};

export async function transferPlaces(context: AppLoadContext, poolId: number, typed: Typed, back: string) {
  const read = (name: string) => (typed[name] ?? "").trim();
  const errors: FieldErrors = {};
  const day = typedDay(read("transferDay"), businessDay());
  if (!isDay(day)) errors.transferDay = [day === "" ? m.v_pick({ label: m.quota_day() }) : m.v_invalid()];
  const text = read("transferQuantity");
  if (!/^[1-9]\d{0,7}$/.test(text))
    errors.transferQuantity = [text === "" ? m.v_enter({ label: m.quota_transfer_quantity() }) : m.v_integer()];
  const reason = read("transferReason");
  if (reason === "") errors.transferReason = [m.v_enter({ label: m.quota_transfer_reason() })];
  const answer = { typed, errors, notice: null, impact: null };
  if (Object.keys(errors).length > 0) return data(answer, 422);
  const posted = read("transferKey");
  const idempotencyKey = /^[A-Za-z0-9-]{8,64}$/.test(posted) ? posted : crypto.randomUUID();
  const moved = await attempt(
    context,
    () =>
      context.dispatch.call(quotaTransfer, {
        ...{ poolId, day, slot: read("transferSlot"), from: read("transferFrom"), to: read("transferTo") },
        ...{ quantity: Number(text), reason, idempotencyKey },
      }),
    m.error_save_title(),
  );
  if (moved.ok) return done(context, back, "saved");
  const { notice, status, errors: refused } = moved.refusal;
  const byField = Object.entries(refused).map(([name, messages]) => [fields[name] ?? name, messages]);
  return data({ ...answer, notice, errors: Object.fromEntries(byField) as FieldErrors }, status);
}
