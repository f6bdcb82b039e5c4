/** What tenants lose by a package: rights that their roles are granted, and limits below what they have. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { TakenFrom } from "~/contract/tenant/package";
import { asOwner } from "../../../kernel/as-owner";
import { rowsOf } from "../../../kernel/rows";
import type { Call } from "../../../kernel/served";
import { catalogueOf, rightOf } from "../rights";

export interface Limits {
  maxAccounts: number | null;
  maxParks: number | null;
  maxOrders: number | null;
}

export interface Content {
  limits: Limits;
  /** Null: whatever there is. */
  rights: ReadonlySet<string> | null;
}

export const unbounded: Content = { limits: { maxAccounts: null, maxParks: null, maxOrders: null }, rights: null };

/** Of one role so many rights are told by name, and of one tenant so many roles. */
const most = { rights: 6, roles: 20, tenants: 50 };

interface Granted {
  code: string;
  role: string;
  accounts: number;
  rights: [string, string][];
}

/**
 * By tenant, of those alone that lose something that they have today. What they did not have before (outside the old
 * package) is nothing to lose.
 */
export async function takenBy(
  call: Call,
  codes: readonly string[],
  { limits, rights, before }: Content & { before: Content },
): Promise<TakenFrom[]> {
  if (codes.length === 0) return [];
  const catalogue = await catalogueOf(call.db, call.locale);
  const { roles, uses } = await asOwner(call, () => readOf(call, codes));
  const loses = (right: string) => rights !== null && !rights.has(right) && (before.rights?.has(right) ?? true);
  return uses
    .map(({ name, code, ...use }) => ({
      tenant: name,
      roles: roles
        .filter((role) => role.code === code)
        .map(({ role, accounts, rights: granted }) => {
          const lost = granted.map(([fun, button]) => rightOf(fun, button)).filter(loses);
          const shown = lost.slice(0, most.rights).map((right) => catalogue.nameOf(right));
          return { role, accounts, rights: shown, count: lost.length };
        })
        .filter(({ count }) => count > 0)
        .slice(0, most.roles),
      over: overOf(use, limits, before.limits),
    }))
    .filter((one) => one.roles.length + one.over.length > 0)
    .slice(0, most.tenants);
}

interface Use {
  accounts: number;
  parks: number;
  orders: number;
}

function overOf({ accounts, parks, orders }: Use, now: Limits, before: Limits): string[] {
  const below = (used: number, limit: number | null, had: number | null) =>
    limit !== null && used > limit && (had === null || limit < had);
  return [
    ...(below(accounts, now.maxAccounts, before.maxAccounts)
      ? [m.tenant_over_accounts({ used: accounts, most: now.maxAccounts ?? 0 })]
      : []),
    ...(below(parks, now.maxParks, before.maxParks)
      ? [m.tenant_over_parks({ used: parks, most: now.maxParks ?? 0 })]
      : []),
    ...(below(orders, now.maxOrders, before.maxOrders)
      ? [m.tenant_over_orders({ used: orders, most: now.maxOrders ?? 0 })]
      : []),
  ];
}

/** Names of roles and sums: no other row of a tenant's. */
async function readOf({ db }: Call, codes: readonly string[]) {
  const roles = await rowsOf<Granted>(
    db,
    sql`
      select r.corp_code as code, r.name as role,
             (
               select count(*)::int from account_role ar
               join account a on a.corp_code = ar.corp_code and a.id = ar.account_id and a.status = 'T'
               where ar.corp_code = r.corp_code and ar.role_id = r.id
             ) as accounts,
             (
               select json_agg(json_build_array(g.fun_code, g.button_code) order by g.fun_code, g.button_code)
               from role_grant g where g.corp_code = r.corp_code and g.role_id = r.id
             ) as rights
      from role r
      where r.corp_code = any (${sql.param([...codes])}::text[])
        and exists (select from role_grant g where g.corp_code = r.corp_code and g.role_id = r.id)
      order by r.corp_code, r.id
    `,
  );
  const uses = await rowsOf<Use & { code: string; name: string }>(
    db,
    sql`
      select t.code, t.name, u.accounts::float8 as accounts, u.parks::float8 as parks, u.orders::float8 as orders
      from tenant t
      join tenant_use u on u.code = t.code
      where t.code = any (${sql.param([...codes])}::text[])
      order by t.id
    `,
  );
  return { roles, uses };
}
