/** Boxes by number, or by the mobile number of whoever has one. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { dictionariesOf } from "../../kernel/dictionaries";
import { type Finder, mobileIn } from "../../kernel/finder";
import { rowsOf } from "../../kernel/rows";

interface Row {
  id: number;
  number: string;
  group: string;
  status: string;
}

export const findsBoxes: Finder = {
  title: m.locker_boxes,
  funs: ["lockerBoxList"],
  thing: "lockerBox",
  id: sql`b.id`,
  match(sought) {
    const mobile = mobileIn(sought);
    return mobile === null ? sql`lower(b.number) = lower(${sought.text})` : sql`b.mobile = ${mobile}`;
  },
  async read(call, fitting, most) {
    const rows = await rowsOf<Row>(
      call.db,
      sql`
        select b.id::float8 as id, b.number, g.name as group, b.status
        from locker_box b
        join locker_group g on g.corp_code = b.corp_code and g.id = b.locker_group_id
        where b.corp_code = current_setting('app.corp_code')
          and ${fitting}
        order by b.number, b.id
        limit ${most}
      `,
    );
    if (rows.length === 0) return [];
    const { lockerState = [] } = await dictionariesOf(call.db, ["lockerState"], call.locale);
    const stateOf = (state: string) => lockerState.find(({ value }) => value === state)?.label ?? "";
    return rows.map(({ id, number, group, status }) => ({
      id,
      name: number,
      hint: [group, stateOf(status)].filter(Boolean).join(" · "),
      to: `/locker/boxList/${id}`,
    }));
  },
};
