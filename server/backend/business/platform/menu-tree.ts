/** The function tree as it is kept: read whole, and what follows from its order renewed. */
import { sql } from "drizzle-orm";
import { titlesOf } from "~/contract/function-title";
import type { Transaction } from "../../db/database";
import { prepared } from "../../kernel/prepared";
import { type FunRow, inOrder, pathTo } from "./menu-rules";

const allRows = `
  select id::float8 as id, parent_id::float8 as "parentId", parent_ids as "parentIds", fun_name as "funName",
         fun_name_en as "funNameEn", fun_url as "funUrl", fun_code as "funCode", fun_ico as "funIco",
         open_type as "openType", outer_chain as "outerChain", cloud_fun_url as "cloudFunUrl", description,
         use_flag as "useFlag", sort, enabled, built, own, row_version as "rowVersion"
  from fun
  order by sort, id
`;

export const funRows = (tx: Transaction): Promise<FunRow[]> => prepared<FunRow>(tx, allRows, []);

/** Ids of the parents, titles with theirs before them, and places among all, of every row that has others now. */
export async function renewTree(tx: Transaction): Promise<void> {
  const rows = await funRows(tx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const renewed = inOrder(rows).map(({ row }, index) => {
    const above = pathTo(rows, row.parentId);
    const way = [...above.flatMap((id) => byId.get(id) ?? []), row];
    return {
      id: row.id,
      parentIds: above.join(","),
      title: way.map(({ funName }) => titlesOf(funName)[0]).join(" / "),
      titleEn: way.map(({ funNameEn }) => titlesOf(funNameEn)[0]).join(" / "),
      place: index + 1,
    };
  });
  await tx.execute(sql`
    update fun
    set parent_ids = t."parentIds", title = t.title, title_en = t."titleEn", place = t.place
    from json_to_recordset(${JSON.stringify(renewed)}::json) as t
      (id bigint, "parentIds" text, title text, "titleEn" text, place integer)
    where fun.id = t.id
      and (fun.parent_ids, fun.title, fun.title_en, fun.place) <> (t."parentIds", t.title, t."titleEn", t.place)
  `);
}
