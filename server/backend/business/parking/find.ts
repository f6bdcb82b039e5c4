/** Stays by plate or number, and month passes by number or plate. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { plainPlate } from "~/contract/parking/plate";
import { finderOf } from "../../kernel/record-finder";

export const findsRecords = finderOf({
  title: m.fun_parking_record_list,
  funs: ["parkingRecordList"],
  thing: "parkingRecord",
  match({ text }) {
    const plate = plainPlate(text);
    return plate === "" ? null : sql`(r.plate = ${plate} or r.number = ${plate})`;
  },
  from: sql`parking_record r join parking_lot l on l.corp_code = r.corp_code and l.id = r.lot_id`,
  letter: "r",
  name: sql`r.plate`,
  hints: [sql`l.name`, sql`r.number`],
  to: ({ id }) => `/parking/recordList/${id}`,
});

export const findsPasses = finderOf({
  title: m.fun_parking_pass_list,
  funs: ["parkingPassList"],
  thing: "parkingPass",
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
  from: sql`parking_pass p`,
  letter: "p",
  name: sql`p.number`,
  hints: [sql`p.plates`, sql`p.until_day`],
  to: ({ id }) => `/parking/passList/${id}`,
});
