/** Where stored-value cards of a type may be spent, and on what terms. */
import { z } from "zod";
import { dictionary, lines, money, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id } from "../validators";

const places = lines(
  {
    parkId: reference("park", { label: m.park, required: true }),
    /** None: every till of the park. */
    posId: reference("pos", { label: m.stored_rule_pos }),
  },
  { label: m.stored_rule_places, help: m.stored_rule_places_help, key: ["parkId", "posId"], max: 50 },
);

export const storedRule = resource("smartcard", "storedRule", {
  title: m.stored_rule,
  listTitle: m.fun_update_card_comsume,
  path: "/updateCardComsume",
  fun: "updateCardComsume",
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "asc" },
  fields: {
    name: text({ label: m.name, required: true, max: 40, list: true, filter: "contains", sort: true }),
    cardTypeId: reference("cardType", { label: m.card_type_title, required: true, list: true, filter: "equals" }),
    places,
    percent: number({
      ...{ label: m.stored_rule_percent, help: m.stored_rule_percent_help, required: true, min: 1, max: 100 },
      ...{ default: 100, list: true },
    }),
    dailyMost: money({ label: m.stored_rule_daily, help: m.stored_rule_daily_help, list: true }),
    freeDaily: money({ label: m.stored_rule_free, help: m.stored_rule_free_help, list: true }),
    offlineMost: money({ label: m.stored_rule_offline, help: m.stored_rule_offline_help }),
    remark: text({ label: m.remark, max: 200, multiline: true }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});

/** A rule in sentences, for its page and for the counter. */
export const storedRuleSays = method("smartcard", "storedRuleSays", {
  payload: z.object({ id }),
  answer: z.object({ sentences: z.array(z.string()) }),
  access: { fun: "updateCardComsume" },
});
