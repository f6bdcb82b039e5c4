/** The limit of a type per contact mobile and visit day, over all channels. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { maskMobile } from "../../kernel/mask";
import { Invalid } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { ordersOfMobile } from "../order/query-parts";
import type { CartLine } from "./sale-cart";

/** `day`: default the day that is asked about. */
type Lines = readonly (Pick<CartLine, "type" | "quantity"> & { day?: string })[];

/** Refuses what exceeds a limit, sales under way at another window included; at the field of the mobile. */
export async function checkMobileLimits(call: Call, visitDay: string, lines: Lines, mobile: string): Promise<void> {
  if (!isLimited(lines)) return;
  for (const day of daysOf(lines, visitDay)) await lockMobile(call, day, mobile);
  const whyNot = await mobileWhyNot(call, visitDay, lines, mobile);
  if (whyNot) throw new Invalid({ contactMobile: [whyNot] });
}

/** One after the other for the same mobile and day: or two windows would each see room for one more. */
export async function lockMobile(call: Call, visitDay: string, mobile: string): Promise<void> {
  const key = `${call.caller.corpCode}/mobile/${mobile}/${visitDay}`;
  await call.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

const isLimited = (lines: Lines) => lines.some(({ type }) => type.perMobileDay !== null);

/** In their order: two sales never wait for one another. */
const daysOf = (lines: Lines, visitDay: string) =>
  [...new Set(lines.map(({ day }) => day ?? visitDay))].sort((one, other) => one.localeCompare(other));

/** The sentence for too many of a mobile on a day; "" where they are within its limits. */
export async function mobileWhyNot(call: Call, visitDay: string, lines: Lines, mobile: string): Promise<string> {
  for (const day of daysOf(lines, visitDay)) {
    const own = lines.filter((line) => (line.day ?? visitDay) === day);
    const no = await whyNotOnDay(call, day, own, mobile);
    if (no) return no;
  }
  return "";
}

async function whyNotOnDay(call: Call, day: string, lines: Lines, mobile: string): Promise<string> {
  const limited = lines.filter(({ type }) => type.perMobileDay !== null);
  const [first] = limited;
  if (!first) return "";
  if (mobile === "") return m.r_mobile_wanted({ name: first.type.name });
  const wanted = new Map<number, number>();
  for (const { type, quantity } of limited) wanted.set(type.id, (wanted.get(type.id) ?? 0) + quantity);
  const counted = await rowsOf<{ typeId: number; had: number }>(
    call.db,
    sql`
      select t.ticket_type_id::float8 as "typeId", count(*)::int as had
      from ticket t
      where t.order_id in (${ordersOfMobile(mobile)})
        and t.visit_day = ${day}
        and t.ticket_type_id = any (${sql.param([...wanted.keys()])}::bigint[])
        and t.state not in ('refunded', 'changed', 'voided')
      group by t.ticket_type_id
    `,
  );
  for (const { type } of limited) {
    const had = counted.find(({ typeId }) => typeId === type.id)?.had ?? 0;
    const more = wanted.get(type.id) ?? 0;
    const limit = type.perMobileDay ?? 0;
    if (had + more <= limit) continue;
    return m.r_mobile_limit({ name: type.name, limit, mobile: maskMobile(mobile), day, had, wanted: more });
  }
  return "";
}
