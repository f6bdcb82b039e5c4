/** What of people stands in stored-value cards. */
import { m } from "~/contract/messages";
import type { PersonalOf } from "../../kernel/personal-data";

export const storedPersonal: PersonalOf = {
  erases: [
    {
      ...{ table: "stored_card", what: m.personal_w_stored_card, purpose: "card" },
      columns: { holder_name: "sign", identity: "token", mobile: "token", remark: "null" },
      record: { noun: "smartCard" },
      theirs: {
        ...{ identity: "identity", mobile: "mobile", name: "holder_name", number: "number" },
        stands: m.personal_open_stored,
      },
      // Whatever happened to it last; while it holds money it has not ended.
      since: { moment: "greatest(updated_at, moved_at)" },
      ended: "status in ('replaced', 'cancelled') and principal + gift + deposit = 0",
      // A spending card is written often, and none of its indexes with it: those that have ended are few.
      indexed: "ended",
      // An address is nobody's without a name: it goes with it.
      with: [
        { table: "stored_card", by: "id", columns: { email: "null" } },
        // Its rows are written once: a function of the database takes the names out, of cards whose own is gone.
        {
          table: "stored_card_log",
          by: "card_id",
          columns: { holder_name: "sign", said: "sign" },
          through: "erase_stored_card_log",
        },
      ],
    },
  ],
};
