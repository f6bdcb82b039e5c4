/** Changes of an order for its time line: what became what, and what was paid or given back for it. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { dictionariesOf } from "../../kernel/dictionaries";
import { yuan } from "../../kernel/money";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { type Moment, tellMoments } from "../../kernel/time-line";
import { changesOfOrder } from "./query-parts";

interface Row {
  changeNo: string;
  at: string;
  by: string;
  quantity: number;
  fee: number;
  due: number;
  back: number;
  detail: ChangeDetail;
  reason: string;
  ways: { paymentType: string; amount: number }[];
}

/** As the business that changed it wrote it. */
export interface ChangeDetail {
  from?: string;
  to?: string;
  holders?: boolean;
  /** Tickets that became another type. */
  fromType?: string;
  toType?: string;
}

/** What became what, in words. */
export function sayChange({ from, to, holders, fromType, toType }: ChangeDetail): string {
  const days = from !== undefined && to !== undefined ? m.change_said_days({ from, to }) : "";
  const types =
    fromType !== undefined && toType !== undefined ? m.change_said_days({ from: fromType, to: toType }) : "";
  return [days, types, holders ? m.change_said_holder() : ""].filter(Boolean).join(m.change_say_or());
}

async function changes({ db, locale }: Call, orderId: number, most: number): Promise<Moment[]> {
  const rows = await rowsOf<Row>(db, sql`${changesOfOrder(orderId)} order by at desc limit ${most}`);
  const paid = rows.some(({ ways }) => ways.length > 0) ? await dictionariesOf(db, ["paymentType"], locale) : {};
  const nameOf = (type: string) => paid.paymentType?.find(({ value }) => value === type)?.label ?? type;
  return rows.map(({ at, by, changeNo, quantity, fee, due, back, detail, reason, ways }) => {
    const what = [sayChange(detail), fee > 0 ? m.change_said_fee({ fee: yuan(fee) }) : ""].filter(Boolean);
    const facts = { by: by || m.timeline_system(), quantity, what: what.join("，"), amount: yuan(due + back) };
    const upgraded = detail.toType !== undefined;
    const title = upgraded
      ? m.log_order_supplemented
      : due > 0
        ? m.log_order_changed_due
        : back > 0
          ? m.log_order_changed_back
          : m.log_order_changed;
    const moved = ways.map(({ paymentType, amount }) => `${nameOf(paymentType)} ¥${yuan(Math.abs(amount))}`);
    return {
      at: new Date(at),
      by,
      title: title(facts),
      detail: [changeNo, ...moved, reason].filter(Boolean).join(" · "),
      tone: "calm" as const,
    };
  });
}

/** An entry of the audit trail about a change has its number. */
export const tellChanges = () => tellMoments("order", "changes", changes, ["changeNo"]);
