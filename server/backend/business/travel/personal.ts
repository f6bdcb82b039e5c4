/** What of people stands in the travel trade: contacts of agencies that were closed, guides and salesmen that have gone. */
import { m } from "~/contract/messages";
import type { PersonalOf } from "../../kernel/personal-data";

export const travelPersonal: PersonalOf = {
  erases: [
    {
      ...{ table: "travel_agency", what: m.personal_w_agency, purpose: "partner", ownFieldsOf: "agency" },
      columns: {
        ...{ contact: "sign", mobile: "token", telephone: "null", email: "null" },
        ...{ remark: "null", suspended_for: "sign" },
      },
      record: { noun: "agency", keepsFiles: ["licenceFile"] },
      ...{ since: { moment: "updated_at" }, ended: "status = 'closed'" },
    },
    {
      ...{
        table: "travel_application",
        what: m.personal_w_agency_application,
        purpose: "partner",
        since: { moment: "at" },
      },
      columns: { contact: "sign", mobile: "token", ip: "sign" },
    },
    {
      ...{ table: "guide", what: m.personal_w_guide, purpose: "partner" },
      columns: {
        ...{ name: "sign", mobile: "token", identity: "token", person: "tokenOfRow", certificate: "tokenOfRow" },
        ...{ photo: "null", remark: "null", suspended_for: "sign" },
      },
      record: { noun: "guide" },
      ...{ since: { moment: "updated_at" }, ended: "status = 'suspended'" },
    },
    {
      ...{
        table: "salesman",
        what: m.personal_w_salesman,
        purpose: "staff",
        columns: { mobile: "token", remark: "null" },
      },
      ...{ since: { day: "left_day" }, ended: "status = 'left'" },
    },
    {
      ...{
        table: "reception_request",
        what: m.personal_w_reception,
        purpose: "order",
        columns: { guests: "sign", contact_mobile: "null", reason: "sign", letter: "null", answer: "sign" },
        record: { noun: "receptionRequest" },
      },
      ...{ since: { day: "visit_day" }, ended: "status not in ('requested', 'approved')" },
    },
  ],
  keeps: [
    { table: "travel_agency", what: m.personal_kept_agency_bank, columns: ["bank_account"], why: "company" },
    // Rewards of guides are paid to it, and withheld from for the tax office.
    { table: "guide_payee", what: m.personal_kept_payee, columns: ["bank_account"], why: "tax" },
    {
      ...{ table: "guide_payee", what: m.personal_kept_payee_files, why: "legal" },
      columns: ["contract_file", "consent_file"],
    },
    { table: "travel_agency", what: m.personal_kept_licences, columns: ["licence_file"], why: "legal" },
    { table: "travel_agreement", what: m.personal_kept_agreements, columns: ["file"], why: "legal" },
    { table: "agency_statement", what: m.personal_kept_statements, columns: ["stamped"], why: "legal" },
  ],
};
