/** What bills do with numbers, beside the pieces: after these, so that the account is held by then. */
import type { SerialSpan } from "~/contract/stock/serial";
import type { StockMove } from "~/contract/stock/stock-ledger";
import type { Call } from "../../kernel/served";
import type { Bill, BillLine } from "./bill-row";
import { back } from "./movements";
import { moveSerials, noteSerials, placeSerials, readSpans, type SerialState, serialItems, serialsOf } from "./serials";

/** Where numbers go that leave a warehouse by a bill. */
const leaves = ({ kind }: Pick<Bill, "kind">, move: string): SerialState =>
  move === "ship" ? "transit" : move === "writeOff" ? "writtenOff" : kind === "sale" ? "sold" : "issued";

interface Posting {
  bill: Bill;
  lines: readonly BillLine[];
  move: StockMove;
  number: string;
}

export async function postSerials(call: Call, { bill, lines, move, number }: Posting): Promise<void> {
  const items = await serialItems(
    call,
    lines.map(({ itemId }) => itemId),
  );
  const { storeId } = bill;
  for (const line of lines) {
    const item = items.get(line.itemId);
    if (!item) continue;
    const spans = readSpans(item, line.serials, line.quantity);
    if (move === "in") await placeSerials(call, item, spans, { state: "stock", storeId });
    else
      await moveSerials(call, item, spans, {
        from: { state: "stock", storeId },
        to: { state: leaves(bill, move), storeId },
      });
    await noteSerials(call, spans, { itemId: item.id, storeId, kind: move, source: number, part: String(line.id) });
  }
}

/** What was sent is what arrives. */
export async function receiveSerials(call: Call, number: string, toStoreId: number): Promise<void> {
  const written = await serialsOf(call, number);
  const items = await serialItems(
    call,
    written.map(({ itemId }) => itemId),
  );
  for (const { itemId, storeId, part, ...span } of written) {
    const item = items.get(itemId);
    if (!item) throw new Error(`item ${itemId} is kept by numbers no more`);
    const moved = { from: { state: "transit", storeId }, to: { state: "stock", storeId: toStoreId } } as const;
    await moveSerials(call, item, [span], moved);
    await noteSerials(call, [span], { itemId, storeId: toStoreId, kind: "receive", source: number, part });
  }
}

/** Each number goes back to where the bill found it, the last movement first. Refused where one has gone on since. */
export async function takeSerialsBack(
  call: Call,
  bill: Pick<Bill, "kind">,
  { number, by }: { number: string; by: string },
): Promise<void> {
  const written = await serialsOf(call, number);
  const items = await serialItems(
    call,
    written.map(({ itemId }) => itemId),
  );
  const sentFrom = written.find(({ kind }) => kind === "ship")?.storeId ?? 0;
  for (const { itemId, storeId, kind, part, first, last } of written.reverse()) {
    const item = items.get(itemId);
    if (!item) throw new Error(`item ${itemId} is kept by numbers no more`);
    const spans: SerialSpan[] = [{ first, last }];
    const inStock = { state: "stock", storeId } as const;
    if (kind === "in" || kind === "priced") await moveSerials(call, item, spans, { from: inStock, to: null });
    else if (kind === "receive")
      await moveSerials(call, item, spans, { from: inStock, to: { state: "transit", storeId: sentFrom } });
    else await moveSerials(call, item, spans, { from: { state: leaves(bill, kind), storeId }, to: inStock });
    const told = back[(kind === "priced" ? "in" : kind) as StockMove];
    if (!told) throw new Error(`${number}: ${kind} is not taken back`);
    await noteSerials(call, spans, { itemId, storeId, kind: told, source: by, part });
  }
}
