/** Rows as the caller may see them. */
import type { AnyResource } from "~/contract/resource";
import { sensitiveButton } from "~/contract/resource-changes";
import type { Call } from "./call";
import { masked } from "./mask";
import type { Values } from "./resource-backend";
import { noteUnmaskedView } from "./unmasked-views";

/** Who sees what is masked for others is noted in the audit trail. */
export async function maskedRows<R extends Values>(
  call: Call,
  { fields, thing, nameField }: Pick<AnyResource, "fields" | "thing" | "nameField">,
  rows: R[],
): Promise<R[]> {
  const personal = Object.entries(fields).filter(([, { mask }]) => mask);
  if (personal.length === 0) return rows;
  if (await call.may(sensitiveButton)) {
    const bare = rows.filter((row) => personal.some(([name]) => (row[name] ?? "") !== ""));
    const seen = bare.map((row) => ({ id: Number(row.id), label: String(row[nameField] ?? row.id) }));
    noteUnmaskedView(call, thing, seen);
    return rows;
  }
  return rows.map((row) => {
    const hidden = personal.filter(([name]) => name in row).map(([name, { kind }]) => [name, masked(kind, row[name])]);
    return { ...row, ...Object.fromEntries(hidden) };
  });
}
