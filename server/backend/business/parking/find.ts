/** Stays by plate or number, and month passes by number or plate. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { plainPlate } from "~/contract/parking/plate";
import type { Finder } from "../../kernel/finder";
import { rowsOf } from "../../kernel/rows";

export const findsRecords: Finder = {
  title: m.fun_parking_record_list,
  funs: ["parkingRecordList"],
  thing: "parkingRecord",
  id: sql`r.id`,
  match({ text }) {
    const plate = plainPlate(text);
    return plate === "" ? null : sql`(r.plate = ${plate} or r.number = ${plate})`;
  },
  async read(call, fitting, most) {
    const rows = await rowsOf<{ id: number; plate: string; lot: string; day: string }>(
      call.db,
      sql`
        select r.id::float8 as id, r.plate, l.name as lot, r.number as day
        from parking_record r
        join parking_lot l on l.corp_code = r.corp_code and l.id = r.lot_id
        where r.corp_code = current_setting('app.corp_code')
          and ${fitting}
        order by r.id desc
        limit ${most}
      `,
    );
    return rows.map(({ id, plate, lot, day }) => ({
      ...{ id, name: plate, hint: `${lot} · ${day}`, to: `/parking/recordList/${id}` },
    }));
  },
};

export const findsPasses: Finder = {
  title: m.fun_parking_pass_list,
  funs: ["parkingPassList"],
  thing: "parkingPass",
  id: sql`p.id`,
  match({ text }) {
    const plain = plainPlate(text);
    if (plain === "") return null;
    return sql`(
      p.number = ${plain}
      or p.id in (
        select c.pass_id from parking_pass_plate c
        where c.corp_code = current_setting('app.corp_code') and c.plate = ${plain}
      )
    )`;
  },
  async read(call, fitting, most) {
    const rows = await rowsOf<{ id: number; number: string; plates: string; until: string }>(
      call.db,
      sql`
        select p.id::float8 as id, p.number, p.plates, p.until_day::text as until
        from parking_pass p
        where p.corp_code = current_setting('app.corp_code')
          and ${fitting}
        order by p.id desc
        limit ${most}
      `,
    );
    return rows.map(({ id, number, plates, until }) => ({
      ...{ id, name: number, hint: `${plates} · ${until}`, to: `/parking/passList/${id}` },
    }));
  },
};
