/** Tables of the workbench drawer. */
import { corpApplication as application, quickLinkEntry } from "~/contract/platform/workbench-resources";
import { resourceTable } from "../../kernel/resource-table";

export const corpApplication = resourceTable(application, "corp_application");
export const quickLink = resourceTable(quickLinkEntry, "quick_link");
