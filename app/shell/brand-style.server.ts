/** The tenant's colours as properties of the document; styles/tokens.css falls back to the product's own. */
import { brandColours } from "~/contract/platform/brand-colour";
import type { Product } from "./product.server";

/** Of the product that one of the page's loaders asked for; undefined where it has no colour of its own. */
export function brandStyle(loaderData: Readonly<Record<string, unknown>>): Record<string, string> | undefined {
  const found = Object.values(loaderData).find(hasProduct);
  return found?.product.colour ? styleOf(found.product.colour) : undefined;
}

const hasProduct = (data: unknown): data is { product: Product } =>
  typeof data === "object" && data !== null && "product" in data && typeof data.product === "object";

const kept = new Map<string, Record<string, string>>();

function styleOf(colour: string): Record<string, string> {
  const found = kept.get(colour);
  if (found) return found;
  const { light, dark } = brandColours(colour);
  const style = {
    ...{ "--b": light.accent, "--b-hover": light.hover, "--b-link": light.link, "--b-chosen": light.chosen },
    ...{ "--d": dark.accent, "--d-hover": dark.hover, "--d-link": dark.link, "--d-chosen": dark.chosen },
  };
  if (kept.size > 1000) kept.clear();
  kept.set(colour, style);
  return style;
}
