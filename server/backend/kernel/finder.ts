/** What the search over everything finds of a business: each of its manifest's `finds` is one of these. */
import { type SQL, sql } from "drizzle-orm";
import { addDays, businessDay } from "~/contract/business-time";
import type { FunctionCode } from "~/contract/menu-entry";
import type { Message } from "~/contract/messages";
import { visitorMobile } from "~/contract/validators";
import type { Call } from "./call";

export interface Found {
  id: number;
  /** Number or name, and what tells it from others. */
  name: string;
  hint: string;
  /** Address of its page. */
  to: string;
}

export interface Finder {
  title: Message;
  /** Who has one of these functions finds it; what rows they see is the database's to say. */
  funs: readonly FunctionCode[];
  /** As the audit log calls it: what somebody dealt with last is offered before they type. */
  thing: string;
  /** The column of the ids, as `read` names it. */
  id: SQL;
  /** Which rows fit what was typed, from an index; null: nothing of this kind is written so. */
  match(sought: Sought): SQL | null;
  /** The latest `most` of the rows that fit, of those that the caller's own lists show. */
  read(call: Call, fitting: SQL, most: number): Promise<Found[]>;
}

export interface Sought {
  text: string;
  now: Date;
}

/** A number's last digits are enough within so many days. */
const recentDays = 7;

/**
 * Rows whose number (`OD20261122000123`) fits: whole, or as far as it was typed, with its letters or without; a few digits
 * are its last, of one of the last days. Comparisons alone, since row-level security keeps patterns away from indexes.
 */
export function numberFits(column: SQL, kind: string, { text, now }: Sought): SQL | null {
  const typed = text.replace(/[\s-]/g, "").toUpperCase();
  const digits = typed.startsWith(kind) ? typed.slice(kind.length) : typed;
  if (!/^\d{1,20}$/.test(digits)) return null;
  if (digits.length <= 6 && typed === digits) {
    const days = Array.from({ length: recentDays }, (_, back) => addDays(businessDay(now), -back).replaceAll("-", ""));
    const numbers = days.map((day) => `${kind}${day}${digits.padStart(6, "0")}`);
    return sql`${column} = any (${sql.param(numbers)}::text[])`;
  }
  if (digits.length >= 14) return sql`${column} = ${kind + digits}`;
  const end = nextPrefix(digits);
  return end === null ? null : sql`(${column} >= ${kind + digits} and ${column} < ${kind + end})`;
}

/** The first digits after all that begin with these: 2029 → 203. Null: nothing is after 99. */
export function nextPrefix(digits: string): string | null {
  const kept = digits.replace(/9+$/, "");
  return kept === "" ? null : kept.slice(0, -1) + String(Number(kept.at(-1)) + 1);
}

/** A mobile number whole: parts of one are nobody's to try. */
export function mobileIn({ text }: Sought): string | null {
  const found = visitorMobile.safeParse(text);
  return found.success ? found.data : null;
}

/** No character comes after it. */
const lastCharacter = "\u{10ffff}";

/**
 * A name that begins so, of a column whose index has `text_pattern_ops`, which compares byte by byte in every database:
 * `like` is kept away from it by row-level security. One character is no name.
 */
export function nameBegins(column: SQL, { text }: Sought): SQL | null {
  if ([...text].length < 2) return null;
  return sql`(${column} ~>=~ ${text} and ${column} ~<~ ${text + lastCharacter})`;
}

/** Part of a name or a code, of tables that have hundreds of rows and not millions. */
export function partOf(columns: readonly SQL[], { text }: Sought): SQL {
  const like = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(${sql.join(
    columns.map((column) => sql`${column} ilike ${like}`),
    sql` or `,
  )})`;
}
