/** Car parks: their spaces, what each class of vehicle pays, and what a month costs. */
import { command } from "../command";
import { code, dictionary, money, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

const tariff = (label: typeof m.parking_tariff_small) => reference("parkingTariff", { label });

export const parkingLot = resource("place", "parkingLot", {
  title: m.parking_lot,
  listTitle: m.fun_parking_lot_list,
  path: "/parking/lotList",
  fun: "parkingLotList",
  nameField: "name",
  status: "status",
  importable: true,
  defaultSort: { field: "id", order: "asc" },
  sections: [
    {
      title: m.parking_lot_tariffs,
      fields: ["tariffSmall", "tariffLarge", "tariffNewEnergy", "tariffMotorcycle", "tariffCoach"],
    },
    { title: m.parking_lot_passes, fields: ["passPrice", "passPlates"] },
  ],
  fields: {
    code: code({ label: m.code, required: true, list: true, filter: "contains", sort: true }),
    name: text({ label: m.name, required: true, list: true, filter: "contains", sort: true }),
    parkId: reference("park", { label: m.park, required: true, list: true, filter: "equals" }),
    spaces: number({ label: m.parking_spaces, required: true, min: 1, max: 100_000, list: true }),
    inside: number({ label: m.parking_inside, default: 0, list: true, form: false, logged: false }),
    free: number({ label: m.parking_free_spaces, list: true, form: false, logged: false }),
    tariffSmall: tariff(m.parking_tariff_small),
    tariffLarge: tariff(m.parking_tariff_large),
    tariffNewEnergy: tariff(m.parking_tariff_new_energy),
    tariffMotorcycle: tariff(m.parking_tariff_motorcycle),
    tariffCoach: tariff(m.parking_tariff_coach),
    passPrice: money({ label: m.parking_pass_price, help: m.parking_pass_price_help, list: true }),
    passPlates: number({ label: m.parking_pass_plates_most, required: true, min: 1, max: 10, default: 2 }),
    status: dictionary("parkingLotState", {
      ...{ label: m.status, required: true, values: ["open", "closed"], default: "open" },
      ...{ list: true, filter: "equals", form: false },
    }),
    closedFor: text({ label: m.parking_closed_for, max: 200, form: false }),
  },
  commands: {
    close: command({
      ...{ label: m.parking_close, from: ["open"], to: "closed", tone: "bad" },
      fields: { reason: text({ label: m.parking_reason, required: true, max: 200 }) },
    }),
    reopen: command({ label: m.parking_reopen, from: ["closed"], to: "open", tone: "good", button: "close" }),
  },
});
