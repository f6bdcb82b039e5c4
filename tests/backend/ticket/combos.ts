/** A combo over two parks: two adults of one and a show with slots of the other, for 200 yuan. */
import type { PayloadOf } from "~/contract/method";
import { combo } from "~/contract/ticket/combo";
import type { TestBackend } from "~tests/support/backend";
import { createPark, fresh, type TestPark } from "~tests/support/park";

export interface ComboPark extends TestPark {
  other: TestPark;
  comboId: number;
  /** The combo's ticket type. */
  typeId: number;
  adultId: number;
  showId: number;
}

export const slot = "15:00-16:00";

export async function createCombo(backend: TestBackend, fields: Record<string, unknown> = {}): Promise<ComboPark> {
  const near = await createPark(backend);
  const other = await createPark(backend);
  const showId = await other.addType({
    name: "水秀",
    listPrice: 9001,
    slots: [
      { startTime: "11:00", endTime: "12:00" },
      { startTime: "15:00", endTime: "16:00" },
    ],
  });
  const typeId = await near.addType({ name: "山水联票", kind: "combo", listPrice: 20_000, refundRule: "free" });
  const comboId = await saveCombo(
    backend,
    typeId,
    [
      { ticketTypeId: near.adultId, quantity: 2, weight: 2 },
      { ticketTypeId: showId, quantity: 1, weight: 1 },
    ],
    fields,
  );
  return { ...near, other, comboId, typeId, showId };
}

export type PartFields = { ticketTypeId: number; quantity: number; weight?: number; amount?: number };

export async function saveCombo(
  backend: TestBackend,
  ticketTypeId: number,
  parts: PartFields[],
  fields: Record<string, unknown> = {},
): Promise<number> {
  const reply = await backend.call(combo.methods.save, comboOf(ticketTypeId, parts, fields));
  if (!reply.success) throw new Error(`comboSave: ${reply.status} ${reply.message} ${JSON.stringify(reply.errors)}`);
  return (reply.data as { id: number }).id;
}

export function comboOf(ticketTypeId: number, parts: PartFields[], fields: Record<string, unknown> = {}) {
  return {
    ...{ name: fresh("联票"), ticketTypeId, splitBy: "weight", refundBy: "whole", validBy: "parts" },
    parts: parts.map((part) => ({ weight: null, amount: null, ...part })),
    ...fields,
  } as unknown as PayloadOf<typeof combo.methods.save>;
}
