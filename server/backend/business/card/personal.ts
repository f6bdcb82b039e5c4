/** What of people stands in season cards, their holders and their log. */
import { m } from "~/contract/messages";
import type { PersonalOf } from "../../kernel/personal-data";

export const cardPersonal: PersonalOf = {
  // Letters go at night, once they went.
  keeps: [{ table: "card_mail", what: m.personal_kept_card_mails, columns: ["address"], why: "cleared" }],
  erases: [
    {
      ...{ table: "season_card", what: m.personal_w_season_card, purpose: "card", ownFieldsOf: "seasonCard" },
      columns: { holder_name: "sign", identity: "token", mobile: "token", photos: "null", remark: "null" },
      record: { noun: "seasonCard" },
      theirs: {
        ...{ identity: "identity", mobile: "mobile", name: "holder_name", number: "number" },
        open: () => "status not in ('replaced', 'expired', 'cancelled') or deposit <> 0",
        stands: m.personal_open_card,
        orders: {
          numbers: `array(
            select l.order_no from season_card_log l
            where l.corp_code = t.corp_code and l.card_id = t.id and l.order_no is not null
          )`,
        },
      },
      // One that was never activated has no last day: it waits for ten years.
      since: { day: "coalesce(valid_to, '-infinity'::date)" },
      ended: `status in ('replaced', 'expired', 'cancelled') and deposit = 0
        and (valid_to is not null or sold_at < now() - interval '10 years')`,
      with: [
        // An address is nobody's without a name: it goes with it.
        { table: "season_card", by: "id", columns: { email: "null" } },
        {
          ...{ table: "season_card_holder", by: "card_id", columns: { name: "sign", identity: "token" } },
          theirs: { identity: "identity", name: "name" },
        },
        // Its rows are written once: a function of the database takes the names out, of cards whose own is gone.
        {
          table: "season_card_log",
          by: "card_id",
          columns: { holder_name: "sign", said: "sign" },
          through: "erase_season_card_log",
        },
      ],
    },
  ],
};
