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
      with: [
        {
          ...{ table: "agency_contact", by: "agency_id" },
          columns: { name: "sign", mobile: "tokenOfRow", email: "null", remark: "null" },
          theirs: { mobile: "mobile", name: "name" },
        },
      ],
      theirs: { mobile: "mobile", name: "contact", number: "code", stands: m.personal_open_agency },
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
      theirs: { mobile: "mobile", name: "contact", number: "number" },
    },
    {
      ...{ table: "guide", what: m.personal_w_guide, purpose: "partner" },
      columns: {
        ...{ name: "sign", mobile: "token", identity: "token", person: "tokenOfRow", certificate: "tokenOfRow" },
        ...{ photo: "null", remark: "null", suspended_for: "sign" },
      },
      record: { noun: "guide" },
      theirs: {
        ...{ identity: "identity", mobile: "mobile", name: "name", stands: m.personal_open_guide },
        open: () => `status <> 'suspended' or exists (
          select from guide_reward r
          where r.corp_code = t.corp_code and r.guide_id = t.id and r.status in ('calculated', 'approved')
        )`,
      },
      ...{ since: { moment: "updated_at" }, ended: "status = 'suspended'" },
    },
    {
      ...{
        table: "salesman",
        what: m.personal_w_salesman,
        purpose: "staff",
        columns: { mobile: "token", remark: "null" },
        theirs: { mobile: "mobile", name: "name", stands: m.personal_open_salesman },
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
        theirs: { mobile: "contact_mobile", number: "code", stands: m.personal_open_reception },
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
