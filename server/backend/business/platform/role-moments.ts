/** What became of a role's rights, for its time line: which ones were granted and revoked, and that it was copied. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { type Moment, tellMoments } from "../../kernel/time-line";
import { catalogueOf } from "./rights";

interface Row {
  at: string;
  by: string;
  method: "roleRightsSave" | "roleCopy";
  added: string[] | null;
  removed: string[] | null;
}

/** So many are named; of more, the number is said. */
const mostNamed = 12;

async function roleMoments({ db, locale }: Call, roleId: number, most: number): Promise<Moment[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`
      select at, account_name as "by", method, after -> 'added' as added, before -> 'removed' as removed
      from audit_log
      where corp_code = current_setting('app.corp_code')
        and thing = 'role'
        and thing_id = ${roleId}
        and method in ('roleRightsSave', 'roleCopy')
      order by id desc
      limit ${most}
    `,
  );
  if (rows.length === 0) return [];
  const { nameOf } = await catalogueOf(db, locale);
  const named = (rights: string[]) => {
    const names = new Intl.ListFormat(locale, { type: "conjunction" }).format(rights.slice(0, mostNamed).map(nameOf));
    return rights.length > mostNamed ? `${names} ${m.role_more({ n: rights.length })}` : names;
  };
  return rows.map(({ at, by, method, added, removed }): Moment => {
    const when = new Date(at);
    if (method === "roleCopy") return { at: when, by, title: m.role_told_copy({ by }), tone: "good" };
    const [more, less] = [added ?? [], removed ?? []];
    return {
      at: when,
      by,
      title: m.role_told_rights({ by, added: more.length, removed: less.length }),
      detail: [
        more.length > 0 ? m.role_told_added({ rights: named(more) }) : "",
        less.length > 0 ? m.role_told_removed({ rights: named(less) }) : "",
      ]
        .filter(Boolean)
        .join(" · "),
      tone: more.length > 0 ? "calm" : "bad",
    };
  });
}

export const tellRoles = () => tellMoments("role", "rights", roleMoments, ["added", "copyOf"]);
