/** The product's parameters in every corp: at each start what is new is added, and every row says what it is of. */
import { sql } from "drizzle-orm";
import { type ParameterCode, parameterDefaults, parameterDefinitions, parameterGroups } from "~/contract/parameters";
import { headOffice } from "~/contract/wire";
import type { Transaction } from "../../../db/database";

const rows = () =>
  parameterGroups.flatMap(([group, codes], part) =>
    codes.map((code: ParameterCode, at) => {
      const { label, scope } = parameterDefinitions[code];
      return {
        code,
        group,
        name: label({}, { locale: "zh-CN" }),
        nameEn: label({}, { locale: "en" }),
        byDefault: parameterDefaults[code],
        ofPlatform: scope === "platform",
        place: part * 100 + at,
      };
    }),
  );

/**
 * Of one corp, or of all. What head office sets for all, a new row begins with. Rows that say it already are left alone:
 * they are most at every start.
 */
export async function seedParameters(tx: Transaction, corpCode: string | null = null): Promise<void> {
  await tx.execute(sql`
    insert into sys_param
      (corp_code, param_code, param_option, name, name_en, param_group, by_default, of_platform, place)
    select c.corp_code, p.code, coalesce(shared.param_option, p."byDefault"),
           p.name, p."nameEn", p.group, p."byDefault", p."ofPlatform", p.place
    from corp c
    cross join json_to_recordset(${JSON.stringify(rows())}::json) as p
      (code text, name text, "nameEn" text, "group" text, "byDefault" text, "ofPlatform" boolean, place integer)
    left join sys_param shared
      on shared.corp_code = ${headOffice} and shared.param_code = p.code and p."ofPlatform"
    where (${corpCode}::text is null or c.corp_code = ${corpCode})
      and not exists (
        select from sys_param s
        where (s.corp_code, s.param_code, s.name, s.name_en, s.param_group, s.by_default, s.of_platform, s.place)
            = (c.corp_code, p.code, p.name, p."nameEn", p.group, p."byDefault", p."ofPlatform", p.place)
      )
    on conflict (corp_code, param_code) do update
      set (name, name_en, param_group, by_default, of_platform, place) =
          (excluded.name, excluded.name_en, excluded.param_group, excluded.by_default, excluded.of_platform,
           excluded.place)
  `);
}
