/** Tourist guides: certificate, document of identity, photograph, the agencies they work for. */
import { command } from "../command";
import { date, dictionary, image, lines, mobile, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

const reason = { reason: text({ label: m.trade_reason, required: true, max: 200 }) };

export const guide = resource("manage", "guide", {
  title: m.trade_guide_one,
  listTitle: m.fun_guider,
  path: "/travelInfo/guider",
  fun: "guider",
  nameField: "name",
  status: "status",
  importable: true,
  defaultSort: { field: "id", order: "desc" },
  firstFilters: ["name", "mobile", "certificate"],
  sections: [
    { title: m.trade_guide_section_person, fields: ["name", "mobile", "document", "country", "identity", "photo"] },
    { title: m.trade_guide_section_certificate, fields: ["certificate", "level", "certificateUntil", "languages"] },
    { title: m.trade_guide_section_agencies, fields: ["agencies"] },
    { title: m.remark, fields: ["remark"] },
  ],
  fields: {
    name: text({ label: m.org_name, required: true, max: 40, list: true, filter: "contains", sort: true }),
    mobile: mobile({ label: m.org_mobile, required: true, mask: true, list: true, filter: "equals" }),
    document: dictionary("identityDocument", { label: m.restricted_document, required: true, default: "resident" }),
    country: text({ label: m.restricted_country, help: m.restricted_country_help, max: 60 }),
    identity: text({
      ...{ label: m.restricted_identity, required: true, max: 60, mask: true, list: true, filter: "equals" },
    }),
    /** Kind, country and number together are the person. */
    person: text({
      ...{ label: m.restricted_identity, required: true, max: 120, unique: true, mask: true },
      ...{ form: false, detail: false, logged: false },
    }),
    photo: image({ label: m.trade_guide_photo, most: 1, megabytes: 2 }),
    certificate: text({
      ...{ label: m.trade_guide_certificate, required: true, max: 30, code: true, unique: true },
      ...{ list: true, filter: "contains" },
    }),
    level: dictionary("guideLevel", { label: m.trade_guide_level, required: true, default: "junior", list: true }),
    certificateUntil: date({
      label: m.trade_guide_certificate_until,
      ends: true,
      list: true,
      filter: "between",
      sort: true,
    }),
    languages: text({ label: m.trade_guide_languages, max: 60 }),
    agencies: lines(
      { agencyId: reference("agency", { label: m.trade_guide_agency, required: true, remote: true }) },
      { label: m.trade_guide_agencies, key: ["agencyId"], max: 20 },
    ),
    suspendedFor: text({ label: m.trade_guide_suspended_for, max: 200, form: false }),
    remark: text({ label: m.remark, max: 200, multiline: true }),
    status: dictionary("guideState", {
      ...{ label: m.status, values: ["active", "suspended"], required: true, default: "active" },
      ...{ list: true, filter: "equals", form: false },
    }),
  },
  commands: {
    suspend: command({
      ...{ label: m.engine_suspend, from: ["active"], to: "suspended", tone: "bad", fields: reason },
    }),
    resume: command({
      ...{ label: m.engine_resume, from: ["suspended"], to: "active", tone: "good", question: true, button: "suspend" },
    }),
  },
});
