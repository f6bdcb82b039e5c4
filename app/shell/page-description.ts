/** Which pages have an explanatory image, and who sees it (specification 2.4, 2.6, 6). */

import type { FunctionNode } from "~/contract/platform/function";
import type { UserInfo } from "~/contract/platform/session";
import { isShownFile } from "~/contract/shown-file";
import { headOffice } from "~/contract/wire";

/** Account type 11, or the head office. */
export function seesDescriptions({ accType, corpCode }: Pick<UserInfo, "accType" | "corpCode">): boolean {
  return accType === "11" || corpCode === headOffice;
}

/** The path of a function that has an image, useFlag being T; "" for others. */
export function describedBy({ funUrl, useFlag, description }: FunctionNode): string {
  const isImage = isShownFile(description) && /\.(svg|png|jpe?g|gif|webp)$/.test(description);
  return useFlag === "T" && isImage ? (funUrl.split("?", 1)[0] ?? "") : "";
}
