/** What an account is granted, read once and kept for as long as the rights of its corp have the same version. */
import type { Access } from "~/contract/method";
import { headOffice } from "~/contract/wire";
import { LastUsed } from "../../last-used";
import type { Transaction } from "../db/database";
import { type AddressList, addressList } from "./address-rules";
import { inPackage } from "./package-bound";
import { prepared } from "./prepared";
import { administrator } from "./scope";

export interface HeldRights {
  /** Codes of the functions that are on in the menu, with all that they hang under: for everybody. */
  on: ReadonlySet<string>;
  /** `function/button` pairs; of a function itself the button is empty. */
  grants: ReadonlySet<string>;
  /** Codes of buttons, under whatever function. */
  buttons: ReadonlySet<string>;
  /** Of its account and of each of its roles, where they have such a rule: it comes from within them all. */
  addresses: readonly AddressList[];
  /** All that the package of the tenant has, where there is one: an administrator's rights end there too. */
  most: Granted | null;
}

interface Granted {
  grants: ReadonlySet<string>;
  buttons: ReadonlySet<string>;
}

const granted = (grants: readonly string[]): Granted => ({
  grants: new Set(grants),
  buttons: new Set(grants.map((grant) => grant.slice(grant.indexOf("/") + 1)).filter((button) => button !== "")),
});

export interface Holder {
  corpCode: string;
  userId: number;
  /** See migration 0110: another one after every change. */
  rightsVersion: string;
  /** The role as which it looks: the rights of the role that the account has as well. */
  seeing?: { roleId: number } | null | undefined;
}

/** Accounts whose rights are kept, some 10 KB each. */
const kept = new LastUsed<HeldRights>(1_000);

/**
 * The version was read before the rights are, so what is kept under it is never older than it. Runs as the tenant and as
 * the owner alike.
 */
export async function heldRights(
  tx: Transaction,
  { corpCode, userId, rightsVersion, seeing }: Holder,
): Promise<HeldRights> {
  const key = `${rightsVersion} ${corpCode}/${userId}${seeing ? ` as ${seeing.roleId}` : ""}`;
  const known = kept.get(key);
  if (known) return known;
  const [row = { on: [], grants: [], most: null, addresses: [] }] = await prepared<Row>(
    tx,
    seeing ? rightsSeen : rightsOf,
    seeing ? [corpCode, userId, seeing.roleId] : [corpCode, userId],
  );
  const { on, grants, most } = row;
  const addresses = row.addresses.map(addressList);
  const rights = { on: new Set(on), ...granted(grants), most: most && granted(most), addresses };
  kept.set(key, rights);
  return rights;
}

interface Row {
  on: string[];
  grants: string[];
  addresses: string[];
  most: string[] | null;
}

/** Null without a package; `app.corp_code` is the corp of whose rights they are. */
const mostOf = `
  case when exists (select from own_package) then array(
    select p.fun_code || '/' || p.button_code from own_package_right p
  ) end
`;

/** $1 corp, $2 account. Also while it looks as a role sees: it is the account that comes from somewhere. */
const addressesOf = `
  array(
    select a.addresses from account a where a.corp_code = $1 and a.id = $2 and a.addresses <> ''
    union all
    select r.addresses
    from account_role ar
    join role r on r.corp_code = ar.corp_code and r.id = ar.role_id
    where ar.corp_code = $1 and ar.account_id = $2 and r.addresses <> ''
  )
`;

/** Codes of functions that are on, with all that they hang under. What is head office's is on for nobody else. */
const functionsOn = `
  array(
    select f.fun_code
    from fun f
    where f.enabled
      and f.fun_code <> ''
      and (not f.head_office or current_setting('app.corp_code') = '${headOffice}')
      and not exists (
        select from fun above
        where above.id = any (string_to_array(f.parent_ids, ',')::bigint[]) and not above.enabled
      )
  )
`;

/** $1 corp, $2 account. */
const rightsOf = `
  select ${functionsOn} as on,
         ${mostOf} as most,
         ${addressesOf} as addresses,
         array(
           select distinct g.fun_code || '/' || g.button_code
           from account_role ar
           join role_grant g on g.corp_code = ar.corp_code and g.role_id = ar.role_id
           where ar.corp_code = $1 and ar.account_id = $2 and ${inPackage("g")}
         ) as grants
`;

/** $1 corp, $2 account, $3 role. An administrator has every right. */
const rightsSeen = `
  select ${functionsOn} as on,
         ${mostOf} as most,
         ${addressesOf} as addresses,
         array(
           select g.fun_code || '/' || g.button_code
           from role_grant g
           where g.corp_code = $1
             and g.role_id = $3
             and ${inPackage("g")}
             and (
               exists (
                 select from account a
                 where a.corp_code = $1 and a.id = $2 and a.acc_type = '${administrator}'
               )
               or exists (
                 select
                 from account_role ar
                 join role_grant own on own.corp_code = ar.corp_code and own.role_id = ar.role_id
                 where ar.corp_code = $1
                   and ar.account_id = $2
                   and own.fun_code = g.fun_code
                   and own.button_code = g.button_code
               )
             )
         ) as grants
`;

export interface Judgement {
  allowed: boolean;
  /** All functions that are asked for are switched off in the menu: nobody may, administrators neither. */
  off: boolean;
  /** The package of the tenant has it not: nobody there may. */
  beyond: boolean;
}

/** Whether these rights open what a method asks for; `holdsAll` of an administrator. */
export function judge(
  rights: HeldRights,
  access: Exclude<Access, string>,
  { isNew, holdsAll }: { isNew: boolean; holdsAll: boolean },
): Judgement {
  const on = [access.fun].flat().filter((code) => rights.on.has(code));
  const button = (isNew && access.newButton) || access.button || "";
  // A button is held together with its function.
  const within = (grants: ReadonlySet<string>) =>
    on.some((code) => grants.has(`${code}/`)) && on.some((code) => grants.has(`${code}/${button}`));
  const beyond = rights.most !== null && !within(rights.most.grants);
  const off = on.length === 0;
  return { allowed: !off && !beyond && (holdsAll || within(rights.grants)), off, beyond: beyond && !off };
}
