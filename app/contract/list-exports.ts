/** The hand-written lists that are exported, of all businesses. */
import type { ListExport } from "./list-export";
import { manifests } from "./manifests";

export const listExports: readonly ListExport[] = manifests.flatMap(({ exports = [] }) => exports);
