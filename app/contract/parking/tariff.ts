/** Tariffs: what a class of vehicle pays, and the box that tries one. */
import { z } from "zod";
import { boolean, code, dictionary, money, number, text, time } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { fen, id, momentText } from "../validators";
import { vehicleClasses } from "./vehicle";

export const parkingTariff = resource("place", "parkingTariff", {
  title: m.parking_tariff,
  listTitle: m.fun_parking_tariff_list,
  path: "/parking/tariffList",
  fun: "parkingTariffList",
  nameField: "name",
  status: "status",
  links: [{ label: m.parking_try, to: "/parking/tariffList/{id}/try" }],
  defaultSort: { field: "id", order: "asc" },
  sections: [
    { title: m.parking_night, fields: ["nightFrom", "nightTo", "nightFee"] },
    { title: m.parking_cap_section, fields: ["cap", "capBy"] },
  ],
  fields: {
    code: code({ label: m.code, required: true, list: true, filter: "contains", sort: true }),
    name: text({ label: m.name, required: true, list: true, filter: "contains", sort: true }),
    vehicleClass: dictionary("parkingVehicle", {
      ...{ label: m.parking_vehicle, required: true, values: vehicleClasses, default: "small" },
      ...{ createOnly: true, list: true, filter: "equals" },
    }),
    freeMinutes: number({ label: m.parking_free_minutes, required: true, max: 1_440, default: 15, list: true }),
    freeCounts: boolean({ label: m.parking_free_counts, help: m.parking_free_counts_help, default: true }),
    firstMinutes: number({
      label: m.parking_first_minutes,
      required: true,
      min: 1,
      max: 1_440,
      default: 60,
      list: true,
    }),
    firstFee: money({ label: m.parking_first_fee, required: true, default: 500, list: true }),
    stepMinutes: number({ label: m.parking_step_minutes, required: true, min: 1, max: 1_440, default: 60, list: true }),
    stepFee: money({ label: m.parking_step_fee, required: true, default: 200, list: true }),
    nightFrom: time({ label: m.parking_night_from, help: m.parking_night_help }),
    nightTo: time({ label: m.parking_night_to }),
    nightFee: money({ label: m.parking_night_fee, list: true, hiddenAtFirst: true }),
    cap: money({ label: m.parking_cap, help: m.parking_cap_help, list: true }),
    capBy: dictionary("parkingCapBy", {
      ...{ label: m.parking_cap_by, required: true, values: ["entry", "calendar"], default: "entry" },
    }),
    status: dictionary("enableStatus", { label: m.status, required: true, default: "T", list: true, form: false }),
  },
});

/** How an amount comes about: a sentence a line, the last of them the sum. */
export const feeSaid = z.object({ fee: fen, sentences: z.array(z.string()) });
export type FeeSaid = z.output<typeof feeSaid>;

/** `from` and `to`: yyyy-MM-dd hh:mm:ss where the parks are; left out, nothing is reckoned. */
export const parkingTry = method("place", "parkingTariffTry", {
  payload: z.object({ id, from: momentText.optional(), to: momentText.optional() }),
  answer: z.object({ id, name: z.string(), sentences: z.array(z.string()), fee: feeSaid.nullable(), now: z.string() }),
  access: { fun: "parkingTariffList" },
});
