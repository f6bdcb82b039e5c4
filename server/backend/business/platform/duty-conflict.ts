/** Accounts with both duties of a pair, by whatever roles; administrators have all of them. */
import { sql } from "drizzle-orm";
import { dutyPairs } from "~/contract/duty-pairs";
import { buttons, functionTree } from "~/contract/function-tree";
import { m } from "~/contract/messages";
import { dutyConflict } from "~/contract/platform/duty-conflict";
import type { ListRow } from "../../kernel/list-source";
import { serveResource } from "../../kernel/resource";
import type { Served } from "../../kernel/served";
import { account } from "./account-schema";

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const listed = (codes: ReadonlySet<string>) => `array[${[...codes].map(quoted).join(", ")}]::text[]`;

/** A pair's place is part of the row's number: with room for more, and at the end alone. */
const places = Object.entries(dutyPairs)
  .map(([code, { one, other }], place) => `(${place}, ${quoted(code)}, ${listed(one)}, ${listed(other)})`)
  .join(", ");

/** What of a side the account's roles grant, as `[button, role]`; of an administrator nothing needs to be granted. */
const side = (which: "one" | "other") => `(
  select jsonb_agg(distinct jsonb_build_array(g.button_code, r.name))
  from account_role ar
  join role r on r.corp_code = ar.corp_code and r.id = ar.role_id
  join role_grant g on g.corp_code = ar.corp_code and g.role_id = ar.role_id
  where ar.corp_code = a.corp_code and ar.account_id = a.id and g.button_code = any (p.${which})
)`;

const rows = `(
  select c.* from (
    select a.corp_code, a.id * 1000 + p.place as id, 0 as row_version, a.id as account_id, a.acc_name, a.name, a.status,
           p.code as pair, ${side("one")} as one_by, ${side("other")} as other_by, a.acc_type = '11' as everything
    from account a
    cross join (values ${places}) p(place, code, one, other)
    where a.corp_code = current_setting('app.corp_code')
  ) c
  where c.everything or (c.one_by is not null and c.other_by is not null)
) d`;

/** Buttons with their page: “退款管理 · 审批”. */
const labels = new Map(
  functionTree
    .flatMap(({ entries }) => entries)
    .flatMap(({ code, label: page }) =>
      (buttons.get(code) ?? []).map(({ code: button, label }) => [button, () => `${page()} · ${label()}`] as const),
    ),
);

export const dutyConflictServed: Served[] = serveResource(dutyConflict, {
  table: account,
  query: {
    from: rows,
    columns: { one: sql`coalesce(d.one_by::text, '')`, other: sql`coalesce(d.other_by::text, '')` },
  },
  choices: () => ({ pair: Object.entries(dutyPairs).map(([value, { title }]) => ({ value, label: title() })) }),
  shown: (_, found) => found.map(inWords),
});

function inWords(row: ListRow): ListRow {
  const pair = dutyPairs[String(row.pair)];
  return { ...row, pair: pair?.title() ?? "", one: said(row.one), other: said(row.other) };
}

/** “退款（售票员、经理）”. */
function said(value: ListRow[string] | undefined): string {
  if (!value) return m.duty_everything();
  const roles = new Map<string, string[]>();
  for (const [button, role] of JSON.parse(String(value)) as [string, string][])
    roles.set(button, [...(roles.get(button) ?? []), role]);
  return [...roles]
    .map(([button, by]) => m.duty_by({ what: labels.get(button)?.() ?? button, roles: by.join(m.words_comma()) }))
    .join(m.did_list_sep());
}
