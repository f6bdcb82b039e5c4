/** The guide who brings visitors to a counter, as typed: certificate, name, or a part of either that only one has. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { rowsOf } from "../../kernel/rows";
import { ofEveryAgency } from "../../kernel/scope";
import type { Call } from "../../kernel/served";

/** An expression: whether there is a guide to name. Counters of corps without any show nothing of them. */
export const anyGuide: SQL = sql`
  exists (select from guide where corp_code = current_setting('app.corp_code') and status = 'active')
`;

/** Names in a sentence. */
const most = 5;

interface Found {
  id: number;
  name: string;
  certificate: string;
  status: string;
  exact: boolean;
  /** Works for the agency that buys, or for none; without an agency everybody fits. */
  fits: boolean;
}

export interface ChosenGuide {
  guide: Pick<Found, "id" | "name" | "certificate"> | null;
  /** Why none was chosen by what was typed; "" where nothing was, or one is. */
  problem: string;
}

export async function guideTyped(call: Call, typed: string, agency: { id: number } | null): Promise<ChosenGuide> {
  if (typed === "") return { guide: null, problem: "" };
  // Whose agencies the caller sees says nothing of whom a guide works for.
  const found = await ofEveryAgency(call, () => findGuides(call, typed, agency?.id ?? null));
  const whole = found.filter(({ exact }) => exact);
  const near = whole.length > 0 ? whole : found;
  const usable = near.filter(({ status, fits }) => status === "active" && fits);
  const [one, another] = usable;
  if (another) {
    const names = usable.slice(0, most).map(sayGuide);
    const more = usable.length > most ? "…" : "";
    return { guide: null, problem: m.sale_guide_several({ names: names.join(m.did_list_sep()) + more }) };
  }
  if (one) return { guide: one, problem: "" };
  const [other] = near;
  if (!other) return { guide: null, problem: m.sale_guide_none({ typed }) };
  const why = other.status === "active" ? m.sale_guide_of_others : m.sale_guide_not_active;
  return { guide: null, problem: why({ name: other.name }) };
}

/** Certificates tell apart those of one name. */
export const sayGuide = ({ name, certificate }: Pick<Found, "name" | "certificate">): string =>
  m.sale_guide_is({ name, certificate });

/** A suspended one is found by the whole certificate or name alone, to say so. */
function findGuides({ db }: Call, typed: string, agencyId: number | null): Promise<Found[]> {
  const part = `%${typed.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return rowsOf(
    db,
    sql`
      select g.id::float8 as id, g.name, g.certificate, g.status, f.fits,
             (lower(g.certificate) = lower(${typed}) or lower(g.name) = lower(${typed})) as exact
      from guide g
      cross join lateral (
        select ${agencyId}::bigint is null
            or not exists (select from guide_agency w where w.corp_code = g.corp_code and w.guide_id = g.id)
            or exists (
              select from guide_agency w
              where w.corp_code = g.corp_code and w.guide_id = g.id and w.agency_id = ${agencyId}::bigint
            ) as fits
      ) f
      where g.corp_code = current_setting('app.corp_code')
        and (lower(g.certificate) = lower(${typed}) or lower(g.name) = lower(${typed})
             or g.status = 'active' and (g.name ilike ${part} or g.certificate ilike ${part}))
      order by exact desc, (g.status = 'active' and f.fits) desc, g.name, g.id
      limit ${most * 4}
    `,
  );
}
