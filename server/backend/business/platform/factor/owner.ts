/** Whose factors they are, and whether a second factor is asked of that account. All of it runs as the owner. */
import { sql } from "drizzle-orm";
import { addressList, isWithin } from "../../../kernel/address-rules";
import { rowsOf } from "../../../kernel/rows";
import type { Call } from "../../../kernel/served";

export interface Owner {
  corpCode: string;
  /** Of the account. */
  id: number;
}

/** By the parameter of the corp, or by one of the account's roles. */
export async function isFactorRequired({ db }: Pick<Call, "db">, { corpCode, id }: Owner): Promise<boolean> {
  const [row] = await rowsOf<{ required: boolean }>(
    db,
    sql`
      select exists (
          select from sys_param
          where corp_code = ${corpCode} and param_code = 'secondFactorRequired' and param_option = 'T'
        )
        or exists (
          select from account_role ar
          join role r on r.corp_code = ar.corp_code and r.id = ar.role_id
          where ar.corp_code = ${corpCode} and ar.account_id = ${id} and r.second_factor
        ) as required
    `,
  );
  return row?.required ?? false;
}

/** Days for which devices are remembered; 0: they are not. */
export async function rememberedDays({ db }: Pick<Call, "db">, corpCode: string): Promise<number> {
  const [row] = await rowsOf<{ days: string }>(
    db,
    sql`
      select param_option as days from sys_param
      where corp_code = ${corpCode} and param_code = 'rememberedDeviceDays'
    `,
  );
  const days = Number(row?.days ?? "0");
  return Number.isInteger(days) && days > 0 && days <= 90 ? days : 0;
}

/** Whether the rules of the account and of its roles let it come from an address. */
export async function mayComeFrom(
  { db }: Pick<Call, "db">,
  { corpCode, id }: Owner,
  address: string,
): Promise<boolean> {
  const rows = await rowsOf<{ addresses: string }>(
    db,
    sql`
      select a.addresses from account a
      where a.corp_code = ${corpCode} and a.id = ${id} and a.addresses <> ''
      union all
      select r.addresses
      from account_role ar
      join role r on r.corp_code = ar.corp_code and r.id = ar.role_id
      where ar.corp_code = ${corpCode} and ar.account_id = ${id} and r.addresses <> ''
    `,
  );
  return isWithin(
    rows.map(({ addresses }) => addressList(addresses)),
    address,
  );
}
