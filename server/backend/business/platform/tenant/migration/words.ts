/** What the plan and the log say, in the language of whoever reads it. */

import { m } from "~/contract/messages";
import type { MigrationCounts } from "~/contract/tenant/migration";
import type { Call } from "../../../../kernel/call";
import { dictionariesOf } from "../../../../kernel/dictionaries";
import { labelOf, nounOf, type Portable } from "../../../../kernel/portable";
import type { Outcome, Why } from "../../../../kernel/portable-plan";

/** Null of what is as it should be. Titles of dictionaries are head office's. */
export async function tellerOf(call: Call, portables: readonly Portable[], whys: readonly (Why | null)[]) {
  const asked = [...new Set(whys.flatMap((why) => (why?.is === "value" ? [why.dictionary] : [])))];
  const items = asked.length > 0 ? await dictionariesOf(call.db, asked, call.locale) : {};
  const byNoun = new Map(portables.map((one) => [nounOf(one), one]));
  const titleOf = (noun: string) => byNoun.get(noun)?.resource.title() ?? m.did_record();
  const fieldOf = (noun: string, field: string) => {
    const portable = byNoun.get(noun);
    const label = portable?.resource.fields[field]?.label ?? portable?.parts?.[field]?.label;
    return label?.() ?? m.migration_something();
  };
  return (noun: string, outcome: Outcome, why: Why | null): string => {
    switch (why?.is) {
      case undefined:
        return "";
      case "differs": {
        const fields = [...new Set(why.fields.map((field) => fieldOf(noun, field)))].join(m.did_list_sep());
        return outcome === "taken" ? m.migration_why_taken({ fields }) : m.migration_why_differs({ fields });
      }
      case "missing":
        return m.migration_why_missing({ thing: titleOf(why.noun), name: why.name });
      case "disagrees":
        return m.migration_why_disagrees({ thing: titleOf(why.noun), name: why.name });
      case "value": {
        const label = items[why.dictionary]?.find(({ value }) => value === why.value)?.label ?? why.value;
        return m.migration_why_value({ label });
      }
      case "rights":
        return m.migration_why_rights({ n: why.n });
      case "twice":
        return m.migration_why_twice();
      case "fixed":
        return m.migration_why_fixed();
      case "files":
        return m.migration_why_files();
    }
  };
}

export const labels = (portables: readonly Portable[]) => {
  const byNoun = new Map(portables.map((one) => [nounOf(one), one]));
  return (noun: string) => {
    const found = byNoun.get(noun);
    return found ? labelOf(found) : m.did_record();
  };
};

export function countsOf(outcomes: readonly Outcome[]): MigrationCounts {
  const counts = { made: 0, taken: 0, same: 0, kept: 0, blocked: 0 };
  for (const outcome of outcomes) counts[outcome] += 1;
  return counts;
}
