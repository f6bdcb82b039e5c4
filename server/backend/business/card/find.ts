/** Season cards by number, or by the mobile number, document or name of whoever holds them. */
import { type SQL, sql } from "drizzle-orm";
import { seasonCard } from "~/contract/card/card";
import { documentIn } from "~/contract/document-numbers";
import { m } from "~/contract/messages";
import { mobileIn, nameBegins } from "../../kernel/finder";
import { finderOf, recordsOf } from "../../kernel/record-finder";

/** Of one who is called as many others are, so many are looked at. */
export const namesakes = 50;

/** Holders are rows of their own: a family card is found by each of its people. */
const heldBy = (fits: SQL) => sql`
  c.id in (
    select h.card_id
    from season_card_holder h
    where h.corp_code = current_setting('app.corp_code')
      and ${fits}
    limit ${namesakes}
  )
`;

export const findsCards = finderOf({
  ...recordsOf(seasonCard),
  title: m.fun_season_card_list,
  match(sought) {
    const mobile = mobileIn(sought);
    if (mobile !== null) return sql`c.mobile = ${mobile}`;
    const ways = [sql`c.number_key = ${sought.text.toLowerCase()}`];
    const { identity } = documentIn(sought.text) ?? {};
    if (identity) ways.push(heldBy(sql`h.identity = ${identity} and h.identity <> ''`));
    const named = nameBegins(sql`h.name`, sought);
    if (named) ways.push(heldBy(named));
    return sql`c.id in (${sql.join(
      ways.map(
        (way) => sql`select c.id from season_card c where c.corp_code = current_setting('app.corp_code') and ${way}`,
      ),
      sql` union all `,
    )})`;
  },
  from: sql`season_card c join card_type t on t.corp_code = c.corp_code and t.id = c.card_type_id`,
  letter: "c",
  name: sql`c.number`,
  hints: [sql`t.name`, sql`c.holder_name`, { value: sql`c.status`, dictionary: "cardState" }, sql`c.valid_to`],
  where: sql`c.employee_id is null`,
});
