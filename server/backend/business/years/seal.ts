/** The sum of a year over its parts, chained to the year before; as statements, since the nightly audit asks the same. */

/** Of the closing `c.closings` of a year `c`. */
export const sumOfParts = `(
  select encode(sha256(convert_to(
    string_agg(p.kind || ':' || p.month || ':' || p.rows || ':' || coalesce(p.amount, 0) || ':' || p.sha256, ';'
      order by p.kind collate "C", p.month), 'UTF8')), 'hex')
  from closed_year_part p
  where p.corp_code = c.corp_code and p.year_id = c.id and p.closing = c.closings
)`;

/** Over a sum and what the year before was chained to. */
export const chainAfter = (sum: string) => `encode(sha256(convert_to(coalesce((
  select b.chain from closed_year b
  where b.corp_code = c.corp_code and b.until_at = c.from_at
), '') || ${sum}, 'UTF8')), 'hex')`;
