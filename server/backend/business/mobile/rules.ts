/** What the mobile platform's settings say, for whoever sells on its channel and for its page. */
import { sql } from "drizzle-orm";
import { pathsOf } from "~/contract/files";
import { m } from "~/contract/messages";
import { addDays, businessDay, clock } from "../../kernel/business-time";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

export interface MobileSetting {
  id: number;
  name: string;
  phone: string;
  serviceHours: string;
  bookingDays: number | null;
  saleFrom: string;
  saleTo: string;
  refundText: string;
}

export const settingOf = ({ db }: Pick<Call, "db">): Promise<MobileSetting | undefined> =>
  firstOf<MobileSetting>(
    db,
    sql`
      select id::float8 as id, name, coalesce(phone, '') as phone, coalesce(service_hours, '') as "serviceHours",
             booking_days as "bookingDays", coalesce(sale_from, '') as "saleFrom", coalesce(sale_to, '') as "saleTo",
             coalesce(refund_text, '') as "refundText"
      from mobile_setting
      limit 1
    `,
  );

export interface Banner {
  picture: string;
  alt: string;
  link: string;
}

/** Those that are on at this moment, in their order: at most twenty. */
export async function bannersOf({ db, now }: Pick<Call, "db" | "now">): Promise<Banner[]> {
  const at = now.toISOString();
  const rows = await rowsOf<Banner>(
    db,
    sql`
      select picture, alt, coalesce(link, '') as link
      from mobile_banner
      where status = 'T'
        and (visible_from is null or visible_from <= ${at}::timestamptz)
        and (visible_until is null or visible_until > ${at}::timestamptz)
      order by sort, id
      limit 20
    `,
  );
  return rows.map((row) => ({ ...row, picture: pathsOf(row.picture)[0] ?? "" }));
}

/**
 * Why nothing is sold now for a day on the mobile channel; "" where it is. Beside the rules of the ticket types: whichever is
 * narrower holds. The end of the hours is the first minute at which nothing is sold.
 */
export async function mobileWhyNot(call: Pick<Call, "db" | "now">, visitDay: string): Promise<string> {
  const setting = await settingOf(call);
  return setting ? closedNow(setting, call.now) || tooEarly(setting, call.now, visitDay) : "";
}

/** As {@link mobileWhyNot}, of a ticket that is sold already and moves to another day: at any hour. */
export async function mobileWhyNotTo(call: Pick<Call, "db" | "now">, visitDay: string): Promise<string> {
  const setting = await settingOf(call);
  return setting ? tooEarly(setting, call.now, visitDay) : "";
}

function closedNow({ saleFrom: from, saleTo: to }: MobileSetting, now: Date): string {
  const time = clock(now).slice(0, 5);
  return from !== "" && (time < from || time >= to) ? m.mobile_closed({ from, to }) : "";
}

function tooEarly({ bookingDays: days }: MobileSetting, now: Date, visitDay: string): string {
  if (days === null) return "";
  const last = addDays(businessDay(now), days);
  return visitDay > last ? m.mobile_too_early({ days, last }) : "";
}
