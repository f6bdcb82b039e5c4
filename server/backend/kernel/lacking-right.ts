/** Says in the caller's language which page and which right on it are lacking; their codes are never told. */
import { titlesOf } from "~/contract/function-title";
import { m } from "~/contract/messages";
import type { Access } from "~/contract/method";
import { currentLocale } from "~/i18n/locale.server";
import type { Transaction } from "../db/database";
import { prepared } from "./prepared";

interface Asked {
  userId: number;
  access: Access;
  /** A new record: what the method asks for that. */
  isNew?: boolean;
  /** All its functions are switched off. */
  off?: boolean;
  /** The package of the tenant has it not. */
  beyond?: boolean;
}

interface Names {
  page: string;
  right: string | null;
  /** The account holds the function. */
  held: boolean;
}

/** $1 function codes, $2 button code, $3 account, $4 language. Of several functions the one that is held goes first. */
const namesOfAccess = `
  select case $4::text when 'en' then f.fun_name_en else f.fun_name end as page,
         (select case $4::text when 'en' then b.name_en else b.name end from button b where b.code = $2::text) as right,
         exists (
           select from account_role ar
           join role_grant g on g.corp_code = ar.corp_code and g.role_id = ar.role_id
           where ar.corp_code = current_setting('app.corp_code')
             and ar.account_id = $3
             and g.fun_code = asked.code
             and g.button_code = ''
         ) as held
  from unnest($1::text[]) with ordinality as asked (code, place)
  join fun f on f.fun_code = asked.code
  order by held desc, asked.place, f.sort
  limit 1
`;

/** $1 button code, $2 language: with the function that shows the button. */
const namesOfButton = `
  select case $2::text when 'en' then f.fun_name_en else f.fun_name end as page,
         case $2::text when 'en' then b.name_en else b.name end as right, true as held
  from button b
  join fun f on f.fun_code = b.fun_code
  where b.code = $1
  order by f.sort
  limit 1
`;

/** The sentence for a caller who may not use a method; a general one where the menu has no name for what was asked. */
export async function lackingRight(
  tx: Transaction,
  { userId, access, isNew = false, off = false, beyond = false }: Asked,
): Promise<string> {
  if (typeof access !== "object") return m.ops_forbidden();
  const button = (isNew && access.newButton) || access.button || "";
  const values = [[access.fun].flat(), button, userId, currentLocale()];
  const [names] = await prepared<Names>(tx, namesOfAccess, values);
  if (beyond) return names ? m.ops_beyond_package({ page: titlesOf(names.page)[0] }) : m.ops_forbidden();
  if (!off) return sentence(names);
  return names ? m.ops_page_off({ page: titlesOf(names.page)[0] }) : m.ops_function_off();
}

/** The same for a single button, under whatever function. */
export async function lackingButton(tx: Transaction, button: string): Promise<string> {
  const [names] = await prepared<Names>(tx, namesOfButton, [button, currentLocale()]);
  return sentence(names);
}

function sentence(names: Names | undefined): string {
  if (!names) return m.ops_forbidden();
  const page = titlesOf(names.page)[0];
  return names.held && names.right
    ? m.ops_forbidden_right({ page, right: names.right })
    : m.ops_forbidden_page({ page });
}
