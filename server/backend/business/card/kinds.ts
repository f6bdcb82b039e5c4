/** Cards of stored value and cards that admit are kept in lists of their own: neither takes a type of the other. */
import { m } from "~/contract/messages";
import { Invalid } from "../../kernel/refusal";
import type { Values } from "../../kernel/resource-backend";
import type { Call } from "../../kernel/served";
import { readTypes } from "./read-type";

/** An address is kept with the name of its holder, and goes with it: without one it is nobody's. */
export function refuseAddress(values: Values, before: Values | null | undefined): void {
  if (values.email && !before?.holderName) throw new Invalid({ email: [m.card_email_unnamed()] });
}

export async function refuseKind(call: Call, values: Values, wanted: "stored" | "annual or season"): Promise<void> {
  const id = Number(values.cardTypeId ?? 0);
  if (id === 0) return;
  const [type] = await readTypes(call, [id]);
  if (!type || (type.kind === "stored") === (wanted === "stored")) return;
  const words = wanted === "stored" ? m.stored_type_wrong : m.stored_type_not_here;
  throw new Invalid({ cardTypeId: [words({ type: type.name })] });
}
