/** What somebody who sells still has in hand: an open shift with its float, and the rolls that are out on it. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { yuan } from "../../kernel/money";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { keepsEmployment } from "../platform/people";
import { handedOutIn } from "./shift-keeps";

export interface InHand {
  shiftNo: string;
  /** Fen that lay in the drawer when it was opened. */
  float: number;
  rolls: string[];
}

/** null: no shift is open. */
export async function inHandOf(call: Call, accountId: number): Promise<InHand | null> {
  const shift = await firstOf<{ id: number; shiftNo: string; float: number }>(
    call.db,
    sql`
      select id::float8 as id, shift_no as "shiftNo", opening::float8 as float
      from shift
      where corp_code = current_setting('app.corp_code') and account_id = ${accountId} and status = 'open'
    `,
  );
  if (!shift) return null;
  const out = await handedOutIn(call, shift.id);
  const rolls = out.filter(({ status }) => status === "open").map(({ code }) => code);
  return { shiftNo: shift.shiftNo, float: shift.float, rolls };
}

/** In words, each with what is to be done; empty: nothing is left. */
export async function sayInHand(call: Call, accountId: number): Promise<string[]> {
  const hand = await inHandOf(call, accountId);
  if (!hand) return [];
  return [
    m.trade_left_shift({ shift: hand.shiftNo, float: yuan(hand.float) }),
    ...(hand.rolls.length > 0 ? [m.trade_left_rolls({ codes: hand.rolls.slice(0, 5).join(m.did_list_sep()) })] : []),
  ];
}

keepsEmployment((call, { accountId }) => (accountId === null ? Promise.resolve([]) : sayInHand(call, accountId)));
