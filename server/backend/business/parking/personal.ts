/** What of people stands in stays and month passes: whose car it was. */
import { m } from "~/contract/messages";
import type { PersonalOf } from "../../kernel/personal-data";

export const parkingPersonal: PersonalOf = {
  erases: [
    {
      ...{
        table: "parking_record",
        what: m.personal_w_parking_record,
        purpose: "parking",
        columns: { plate: "token", reason: "sign", lost_entry: "sign" },
      },
      ...{ since: { moment: "left_at" }, ended: "status = 'left'" },
    },
    {
      ...{ table: "parking_pass", what: m.personal_w_parking_pass, purpose: "parking" },
      columns: { plates: "token", holder: "sign", mobile: "token", reason: "sign" },
      theirs: { mobile: "mobile", name: "holder", number: "number", stands: m.personal_open_pass },
      ...{ since: { day: "until_day" }, ended: "status <> 'live'" },
    },
  ],
};
