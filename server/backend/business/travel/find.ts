/** Agencies by name, code or the mobile number of a contact; guides by name, certificate, document or mobile number. */
import { sql } from "drizzle-orm";
import { documentIn } from "~/contract/document-numbers";
import { agency } from "~/contract/travel/agency";
import { guide } from "~/contract/travel/guide";
import { mobileIn, partOf } from "../../kernel/finder";
import { finderOf, recordsOf } from "../../kernel/record-finder";

export const findsAgencies = finderOf({
  ...recordsOf(agency),
  match(sought) {
    const mobile = mobileIn(sought);
    if (mobile === null) return partOf([sql`a.name`, sql`a.code`], sought);
    return sql`(
      a.mobile = ${mobile}
      or a.id in (
        select c.agency_id from agency_contact c
        where c.corp_code = current_setting('app.corp_code') and c.mobile = ${mobile}
      )
    )`;
  },
  from: sql`travel_agency a`,
  letter: "a",
  name: sql`a.name`,
  hints: [sql`a.code`, { value: sql`a.status`, dictionary: "agencyState" }],
});

export const findsGuides = finderOf({
  ...recordsOf(guide),
  match(sought) {
    const mobile = mobileIn(sought);
    if (mobile !== null) return sql`g.mobile = ${mobile}`;
    const called = partOf([sql`g.name`, sql`g.certificate`], sought);
    const { identity } = documentIn(sought.text) ?? {};
    return identity ? sql`(${called} or g.identity = ${identity})` : called;
  },
  from: sql`guide g`,
  letter: "g",
  name: sql`g.name`,
  hints: [sql`g.certificate`, { value: sql`g.status`, dictionary: "guideState" }],
});
