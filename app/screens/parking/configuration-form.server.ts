/** The basic configuration of car parks: reads and saves it for `/basicConfiguration?sysBusType=17`. */
import { type ActionFunctionArgs, type AppLoadContext, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { parkingConfiguration, parkingConfigurationSave } from "~/contract/parking/configuration";
import { attempt, done, type Typed, typedOf } from "~/form/submission.server";
import { idOf } from "./desk-form.server";

const path = "/basicConfiguration?sysBusType=17";

export async function loadConfiguration({ context: { dispatch } }: LoaderFunctionArgs) {
  return { title: m.parking_c_title(), ...(await dispatch.call(parkingConfiguration, {})) };
}

/** What the form shows again, with what was typed. */
export interface ConfigurationRefused {
  typed: Typed;
  errors: FieldErrors;
  notice: Notice | null;
}

export async function postConfiguration({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const tried = await saveConfiguration(context, typed);
  if (tried.ok) return done(context, path, { text: m.parking_c_saved() });
  const { errors, notice, status } = tried.refusal;
  return data({ typed, errors, notice } satisfies ConfigurationRefused, status);
}

function saveConfiguration(context: AppLoadContext, typed: Typed) {
  const defaultLotId = idOf(typed.defaultLotId);
  const whole = (text = "") => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN);
  const payload = {
    ...(defaultLotId !== undefined && { defaultLotId }),
    unreadable: typed.unreadable === "number" ? ("number" as const) : ("refuse" as const),
    fullRefuses: typed.full !== "warn",
    ...{ graceMinutes: whole(typed.graceMinutes), overstayDays: whole(typed.overstayDays) },
    phone: (typed.phone ?? "").trim(),
  };
  return attempt(context, () => context.dispatch.call(parkingConfigurationSave, payload), m.error_save_title());
}
