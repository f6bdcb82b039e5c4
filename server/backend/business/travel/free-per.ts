/** What the agreement in force on the day says of an agency's groups: who is free, and until when names are due. */
import { sql } from "drizzle-orm";
import type { FreeRule } from "~/contract/ticket/free-of-group";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

export interface GroupAgreement extends FreeRule {
  /** Hours before arrival; null: names are due when it is settled. */
  namesHours: number | null;
  /** What its groups pay ahead: of the price, or in fen; neither: nothing. */
  prepayPercent: number | null;
  prepayAmount: number | null;
  /** Hours before arrival until which that is due, and until which a cancellation gives it back. */
  prepayHours: number | null;
  prepayBackHours: number | null;
}

const nothingAhead = { prepayPercent: null, prepayAmount: null, prepayHours: null, prepayBackHours: null };
const none: GroupAgreement = { per: 0, count: 1, started: false, namesHours: null, ...nothingAhead };

/** Of several agreements the one that lasts longest holds, as for statements. */
export async function groupAgreementOf({ db }: Call, agencyId: number | null, day: string): Promise<GroupAgreement> {
  if (agencyId === null) return none;
  const row = await firstOf<GroupAgreement>(
    db,
    sql`
      select coalesce(free_per, 0)::int as per, free_count as count, free_started as started, names_hours as "namesHours",
             prepay_percent as "prepayPercent", prepay_amount::float8 as "prepayAmount",
             prepay_hours as "prepayHours", prepay_back_hours as "prepayBackHours"
      from travel_agreement
      where corp_code = current_setting('app.corp_code') and agency_id = ${agencyId}
        and status = 'signed' and ${day}::date between from_day and to_day
      order by to_day desc, id desc
      limit 1
    `,
  );
  return row ?? none;
}
