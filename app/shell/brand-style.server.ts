/** The tenant's colours as properties of the document; styles/tokens.css falls back to the product's own. */
import { brandColours } from "~/contract/platform/brand-colour";
import type { Product } from "./product.server";

/**
 * Of the product that one of the page's loaders asked for; undefined where nothing of it is its own. `pictured`: the page has
 * room for a picture behind it.
 */
export function brandStyle(
  loaderData: Readonly<Record<string, unknown>>,
  pictured = false,
): Record<string, string> | undefined {
  const product = Object.values(loaderData).find(hasProduct)?.product;
  const colours = product?.colour ? styleOf(product.colour) : undefined;
  // An address of our own, checked to be one where it is read: there is nothing in it that a style sheet reads.
  const picture = pictured && product?.picture ? { "--picture": `url("${product.picture}")` } : undefined;
  return colours || picture ? { ...colours, ...picture } : undefined;
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
