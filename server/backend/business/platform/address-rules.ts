/** Rules of addresses as administrators set them, of an account or of a role: they shut out neither their maker nor everybody. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { addressList, keptAddresses, mostRanges } from "../../kernel/address-rules";
import { Invalid } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import { visitorStorage } from "../../kernel/visitor-claim";

/** As it is kept: null for none. Refused where something in it is none. */
export function checkedAddresses(typed: string | null | undefined): string | null {
  const kept = keptAddresses(typed ?? "");
  if (kept === null) throw new Invalid({ addresses: [m.factor_addresses_rule({ n: mostRanges })] });
  return kept === "" ? null : kept;
}

/** A rule that holds for whoever makes it lets in the address that they are at. */
export function refuseShuttingOneselfOut(rule: string | null): void {
  if (rule === null) return;
  const address = visitorStorage.getStore()?.address ?? "";
  if (!addressList(rule).has(address))
    throw new Invalid({ addresses: [m.factor_address_own({ address: address || "—" })] });
}

/** Whether the caller has the role. */
export async function isOwnRole({ db, caller }: Call, roleId: number): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from account_role where account_id = ${caller.userId} and role_id = ${roleId}`,
  );
  return rows.length > 0;
}
