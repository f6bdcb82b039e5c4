/** Choices at the counter: its points of sale, payment types and reasons for a discount. */
import { type SQL, sql } from "drizzle-orm";
import type { Option } from "~/contract/resource";
import { optionsOf } from "../../kernel/dictionaries";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { payerOf, payersByNumber } from "../order/payment/by-account";
import { connectedTypes } from "../order/payment/gateway/attempt-row";
import { choiceAt, choicesOf, offeredAt, type PayChoice } from "../order/payment/pay-setting";
import { anyAgency } from "../travel/sale-agency";
import { anyGuide } from "../travel/sale-guide";
import { counterChannel } from "./sale-context";

interface Options {
  posList: Option[];
  /** Of all tills, and what settings leave of them at one. */
  allTypes: Option[];
  choices: PayChoice[];
  discountReasons: Option[];
  /** Payment types that a company takes. */
  connected: string[];
  /** There are agencies to sell to. */
  agencies: boolean;
  /** There are guides to name. */
  guides: boolean;
  /** Payment types by the number of an account that somebody has. */
  numbered: string[];
}

export async function counterOptions(call: Call): Promise<Options> {
  // Who has chosen a park sells there.
  const parkId = call.caller.park?.id ?? null;
  const row = await firstOf<Options>(
    call.db,
    sql`
      select
        coalesce((
          select json_agg(json_build_object('value', id::text, 'label', name) order by id)
          from pos
          where status = 'T' and (${parkId}::bigint is null or park_id = ${parkId}::bigint) and ${isOwnTill(call)}
        ), '[]') as "posList",
        ${optionsOf("paymentType", call.locale)} as "allTypes",
        ${choicesOf(counterChannel)} as choices,
        ${optionsOf("discountReason", call.locale)} as "discountReasons",
        ${connectedTypes} as connected,
        ${anyAgency} as agencies,
        ${anyGuide} as guides,
        ${numberedTypes()} as numbered
    `,
  );
  return (
    row ?? {
      posList: [],
      allTypes: [],
      choices: [],
      discountReasons: [],
      connected: [],
      agencies: false,
      guides: false,
      numbered: [],
    }
  );
}

/** Of `pos`: nobody's in particular, or the caller's too. */
const isOwnTill = ({ caller }: Call): SQL => sql`(
  not exists (select from pos_seller s where s.corp_code = pos.corp_code and s.pos_id = pos.id)
  or exists (
    select from pos_seller s
    where s.corp_code = pos.corp_code and s.pos_id = pos.id and s.account_id = ${caller.userId}
  )
)`;

function numberedTypes(): SQL {
  const types = payersByNumber().flatMap(({ paymentType, byNumber }) =>
    byNumber ? [sql`case when ${byNumber.any} then ${paymentType}::text end`] : [],
  );
  return types.length === 0 ? sql`'[]'::json` : sql`to_json(array_remove(array[${sql.join(types, sql`, `)}], null))`;
}

/** What a till offers; of payment types that accounts pay, those it can say an account for. */
export const typesAt = (
  { allTypes, choices }: Pick<Options, "allTypes" | "choices">,
  posId: number | null,
  accounts: readonly string[] = [],
): Option[] =>
  offeredAt(
    allTypes.filter(({ value }) => !payerOf(value) || accounts.includes(value)),
    choices,
    { channel: counterChannel, posId },
  );

/** The till has an order of its own: what it took last does not come before it. */
export const ordered = ({ choices }: Pick<Options, "choices">, posId: number | null): boolean =>
  choiceAt(choices, { channel: counterChannel, posId }) !== null;
