/** All that can be sold, business by business. */
import { manifests } from "./manifests";
import type { Sellable } from "./order/sellable";

export const sellables: readonly Sellable[] = manifests.flatMap(({ sells }) => (sells ? [sells] : []));
