/**
 * What businesses put on the receipt of an order for its customer to scan. Each registers itself; the order core and the
 * counter know none of them.
 */
import type { Call } from "../../kernel/served";

export interface ReceiptLink {
  /** In the language of the call. */
  label: string;
  /** On this console, with its query. */
  path: string;
}

type Links = (call: Call, orderId: number) => Promise<ReceiptLink | null>;

const sources = new Map<string, Links>();

/** One of a business: a second takes the place of the first. */
export function linksOnReceipts(business: string, links: Links): void {
  sources.set(business, links);
}

export async function receiptLinks(call: Call, orderId: number): Promise<ReceiptLink[]> {
  const found: ReceiptLink[] = [];
  for (const links of sources.values()) {
    const link = await links(call, orderId);
    if (link) found.push(link);
  }
  return found;
}
