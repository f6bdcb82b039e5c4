/** Which tables a clearing takes: by what they hold, such that nothing is left that refers to what goes. */
import type { ClearingScope } from "~/contract/tenant/clearing";
import type { CorpTable } from "../../../../db/corp-rows";
import { classOf, type DataClass } from "../../../../kernel/data-classes";

const classesOf: Record<ClearingScope, readonly DataClass[]> = {
  records: ["records"],
  settings: ["records", "settings"],
  traces: ["traces"],
  whole: ["records", "settings", "traces", "corp"],
};

export const tablesIn = (tables: readonly CorpTable[], scope: ClearingScope): CorpTable[] =>
  tables.filter(({ name }) => classesOf[scope].includes(classOf(name)));
