/** Boxes by number, or by the mobile number of whoever has one. */
import { sql } from "drizzle-orm";
import { lockerBox } from "~/contract/locker/box";
import { m } from "~/contract/messages";
import { mobileIn } from "../../kernel/finder";
import { finderOf, recordsOf } from "../../kernel/record-finder";

export const findsBoxes = finderOf({
  ...recordsOf(lockerBox),
  title: m.locker_boxes,
  match(sought) {
    const mobile = mobileIn(sought);
    return mobile === null ? sql`lower(b.number) = lower(${sought.text})` : sql`b.mobile = ${mobile}`;
  },
  from: sql`locker_box b join locker_group g on g.corp_code = b.corp_code and g.id = b.locker_group_id`,
  letter: "b",
  name: sql`b.number`,
  hints: [sql`g.name`, { value: sql`b.status`, dictionary: "lockerState" }],
  order: sql`b.number, b.id`,
});
