/** What a corp may not do with an agency that another of its group shares with it: whoever holds the contract decides that. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import type { agency as resource } from "~/contract/travel/agency";
import { Invalid } from "../../kernel/refusal";
import type { Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

type Agency = ResourceRow<typeof resource>;
type MayNot = (call: Call, rows: readonly Agency[]) => Promise<(string | null)[]> | (string | null)[];

/** The contract's own fields. */
const ruled = [
  ...["name", "licence", "licenceUntil", "taxTitle", "taxNumber", "bank", "bankAccount"],
  ...["settlement", "creditLimit", "groupLimit"],
] as const;

const decidedBy = (owner: string | null) => m.shared_decided_by({ owner: owner ?? "" });

/** A command of own agencies. `other` is asked of shared ones as well, where `unless` lets it. */
export function unlessShared(other?: MayNot, unless: (row: Agency) => boolean = () => false): MayNot {
  return async (call, rows) => {
    const said = (await other?.(call, rows)) ?? rows.map(() => null);
    return rows.map((row, place) =>
      row.held === "shared" && !unless(row) ? decidedBy(row.sharedBy) : (said[place] ?? null),
    );
  };
}

/** One that nobody sells to any more may be closed here, once it is settled. */
export const endedAlready = ({ status }: Agency): boolean => status === "suspended";

/** Said beside the fields. What is not typed, or typed as it was, is no change. */
export function keepsTerms(values: Values, before: Values | null): void {
  if (before?.held !== "shared") return;
  const changed = ruled.filter((name) => name in values && (values[name] ?? null) !== (before[name] ?? null));
  if (changed.length === 0) return;
  const message = decidedBy(String(before.sharedBy));
  throw new Invalid(Object.fromEntries(changed.map((name) => [name, [message]])));
}

/** Whoever holds it ends the share; the row stays, with what was sold. */
export async function partOfShare({ db }: Call, id: number): Promise<string[]> {
  const found = await firstOf<{ owner: string }>(
    db,
    sql`select shared_by as owner from travel_agency where id = ${id} and held = 'shared'`,
  );
  return found ? [m.shared_dep_owner(found)] : [];
}
