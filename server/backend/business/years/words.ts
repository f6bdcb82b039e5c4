/** What a part of a year is called. */
import { type Locale, m } from "~/contract/messages";
import { yearParts } from "../../kernel/closed-years";

export function labelOfKind(kind: string, options?: { locale: Locale }): string {
  const title = yearParts().find(({ table }) => table === kind)?.title ?? m.year_kind_gone;
  return title({}, options);
}
