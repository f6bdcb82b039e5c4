/** Whom an agency is reached by: several people, one of them the main one, whom the agency's own row names. */
import { command } from "../command";
import { boolean, email, mobile, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

export const agencyContact = resource("manage", "agencyContact", {
  title: m.travel_contact_one,
  listTitle: m.travel_contacts,
  path: "/travel/agencyContacts",
  fun: "agencyList",
  nameField: "name",
  whenEmpty: m.travel_contacts_none,
  defaultSort: { field: "id", order: "asc" },
  unique: [["agencyId", "mobile"]],
  links: [{ label: m.travel_agency, to: "/travel/agencyList/{agencyId}" }],
  fields: {
    agencyId: reference("agency", {
      ...{ label: m.travel_agency, required: true, createOnly: true, remote: true, list: true, filter: "equals" },
    }),
    name: text({ label: m.travel_contact, required: true, max: 40, list: true, filter: "contains" }),
    duty: text({ label: m.travel_contact_duty, help: m.travel_contact_duty_help, max: 40, list: true }),
    mobile: mobile({ label: m.travel_mobile, required: true, mask: true, list: true, filter: "equals" }),
    email: email({ label: m.travel_email, list: true }),
    remark: text({ label: m.remark, max: 200 }),
    main: boolean({ label: m.travel_contact_main, list: true, form: false, default: false }),
  },
  commands: {
    makeMain: command({
      label: m.travel_contact_make_main,
      tone: "good",
      question: m.travel_contact_make_main_question,
    }),
  },
});
