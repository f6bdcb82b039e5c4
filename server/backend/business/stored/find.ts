/** Stored-value cards by number, or by the mobile number, document or name of whoever holds them. */
import { sql } from "drizzle-orm";
import { documentIn } from "~/contract/document-numbers";
import { m } from "~/contract/messages";
import { smartCard } from "~/contract/stored/card";
import { mobileIn, nameBegins } from "../../kernel/finder";
import { finderOf, recordsOf } from "../../kernel/record-finder";
import { namesakes } from "../card/find";
import { typeReference } from "../card/type";

export const findsStoredCards = finderOf({
  ...recordsOf(smartCard),
  title: m.fun_smart_card_list,
  match(sought) {
    const mobile = mobileIn(sought);
    if (mobile !== null) return sql`c.mobile = ${mobile}`;
    const ways = [sql`c.number_key = ${sought.text.toLowerCase()}`];
    const { identity } = documentIn(sought.text) ?? {};
    if (identity) ways.push(sql`c.identity = ${identity}`);
    const named = nameBegins(sql`c.holder_name`, sought);
    if (named) ways.push(named);
    return sql`c.id in (${sql.join(
      ways.map(
        (way) => sql`(
          select c.id from stored_card c where c.corp_code = current_setting('app.corp_code') and ${way} limit ${namesakes}
        )`,
      ),
      sql` union all `,
    )})`;
  },
  from: sql`stored_card c join ${typeReference.table} t on t.corp_code = c.corp_code and t.id = c.card_type_id`,
  letter: "c",
  name: sql`c.number`,
  hints: [sql`t.name`, sql`c.holder_name`, { value: sql`c.status`, dictionary: "storedState" }, sql`c.valid_to`],
});
