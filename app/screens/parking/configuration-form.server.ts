/** The basic configuration of car parks: reads and saves it for `/basicConfiguration?sysBusType=17`. */
import type { AppLoadContext } from "@remix-run/node";
import { m } from "~/contract/messages";
import { parkingConfiguration, parkingConfigurationSave } from "~/contract/parking/configuration";
import { attempt, type Typed } from "~/form/submission.server";
import { idOf } from "./desk-form.server";

export async function loadConfiguration({ dispatch }: AppLoadContext) {
  return { title: m.parking_c_title(), ...(await dispatch.call(parkingConfiguration, {})) };
}

export function saveConfiguration(context: AppLoadContext, typed: Typed) {
  const defaultLotId = idOf(typed.defaultLotId);
  const whole = (text = "") => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN);
  const payload = {
    ...(defaultLotId !== undefined && { defaultLotId }),
    unreadable: typed.unreadable === "number" ? ("number" as const) : ("refuse" as const),
    fullRefuses: typed.full !== "warn",
    ...{ graceMinutes: whole(typed.graceMinutes), overstayDays: whole(typed.overstayDays) },
    phone: (typed.phone ?? "").trim(),
  };
  return attempt(context, () => context.dispatch.call(parkingConfigurationSave, payload));
}
