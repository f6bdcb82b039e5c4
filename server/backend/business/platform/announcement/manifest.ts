/** Announcements, to the backend. */
import { m } from "~/contract/messages";
import { said } from "../../../kernel/invariant";
import type { BackendManifest } from "../../manifest";
import { announcementServed } from "./announcement";
import { seedAnnouncements } from "./demonstration";
import { readingServed } from "./reading";
import * as schema from "./schema";

export const announcement: BackendManifest = {
  served: [...announcementServed, ...readingServed],
  data: {
    settings: [
      "announcement",
      "announcement_role",
      "announcement_department",
      "announcement_park",
      "announcement_receipt",
      "announcement_mailing",
    ],
  },
  tables: [schema],
  invariants: {
    "an announcement to a choice of people names somebody, and any other nobody": {
      says: m.rule_an_announcement_to_a_choice_of_people,
      broken: `
        select n.id, n.title
        from announcement n
        where n.status <> 'draft' and (n.audience = 'chosen') <> (
          exists (select from announcement_role t where t.corp_code = n.corp_code and t.announcement_id = n.id)
          or exists (select from announcement_department t where t.corp_code = n.corp_code and t.announcement_id = n.id)
          or exists (select from announcement_park t where t.corp_code = n.corp_code and t.announcement_id = n.id)
        )`,
      found: (row, options) => m.announce_broken({ title: said(row.title) }, options),
    },
  },
  demonstration: seedAnnouncements,
};
