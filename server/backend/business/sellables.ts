/** All that can be sold: one line for each business that has a `sells.ts`; a test holds the list against the folders. */
import type { Sellable } from "./order/sellable";
import { sells as ticket } from "./ticket/sells";

export const sellables: readonly Sellable[] = [ticket];
