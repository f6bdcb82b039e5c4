/** Who may not buy or enter until a day: identity numbers, with the reason and who set it. */
import { command } from "../command";
import { date, dictionary, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

/** `untilDay` is the last day that it holds. A lifted one stays, so that its history does. */
export const restrictedVisitor = resource("ticket", "restrictedVisitor", {
  title: m.restricted_visitor,
  listTitle: m.restricted_list,
  path: "/ticket/restrictedList",
  fun: "restrictedList",
  whenEmpty: m.empty_restricted_visitor,
  nameField: "name",
  status: "status",
  importable: true,
  defaultSort: { field: "id", order: "desc" },
  fields: {
    name: text({ label: m.restricted_name, required: true, max: 40, list: true, filter: "contains" }),
    document: dictionary("identityDocument", {
      ...{ label: m.restricted_document, required: true, default: "resident", createOnly: true, list: true },
    }),
    country: text({
      label: m.restricted_country,
      help: m.restricted_country_help,
      max: 60,
      createOnly: true,
      list: true,
    }),
    identity: text({
      ...{ label: m.restricted_identity, required: true, max: 60, createOnly: true },
      ...{ mask: true, list: true, filter: "equals" },
    }),
    /** Kind, country and number together are the person. */
    person: text({
      ...{ label: m.restricted_identity, required: true, max: 120, unique: true, mask: true },
      ...{ form: false, detail: false, logged: false },
    }),
    untilDay: date({
      ...{ label: m.restricted_until, help: m.restricted_until_help, required: true },
      ...{ list: true, filter: "between", sort: true },
    }),
    reason: text({ label: m.restricted_reason, required: true, max: 200, multiline: true, list: true }),
    setBy: text({ label: m.restricted_set_by, max: 60, list: true, form: false }),
    status: dictionary("restrictionState", {
      ...{ label: m.status, values: ["active", "lifted"], required: true, default: "active" },
      ...{ list: true, filter: "equals", form: false },
    }),
  },
  commands: {
    lift: command({
      ...{ label: m.restricted_lift, from: ["active"], to: "lifted", tone: "good" },
      fields: { why: text({ label: m.restricted_lift_why, required: true, max: 200 }) },
    }),
    renew: command({ label: m.restricted_renew, from: ["lifted"], to: "active", question: true, tone: "bad" }),
  },
});
