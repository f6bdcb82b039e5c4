/** Name and logo of the product: a tenant's own where there are any. Kept for a minute; asked for on every full page. */
import type { ConsoleContext } from "~/contract/context";
import { m } from "~/contract/messages";
import { getSysInfo } from "~/contract/platform/parameter";
import { isShownFile } from "~/contract/shown-file";

export interface Product {
  name: string;
  logo: string;
}

/** Milliseconds. */
const lifetime = 60_000;
const known = new Map<string, { until: number; product: Product }>();

/** Of the session's corp, or of one that an address names. */
export async function loadProduct(context: ConsoleContext, corpCode = context.session.corpCode): Promise<Product> {
  const key = `${corpCode} ${context.preferences.locale}`;
  const found = known.get(key);
  if (found && found.until > Date.now()) return found.product;
  const answer = await context.dispatch.call(getSysInfo, { corpCode }, { silent: true });
  const product = { name: answer?.sysName || m.product_name(), logo: localImage(answer?.logoImg) };
  if (known.size > 1000) known.clear();
  if (answer) known.set(key, { until: Date.now() + lifetime, product });
  return product;
}

/** Of our own files only: any other address would be asked for in the reader's name. */
function localImage(address: string | undefined): string {
  return address && isShownFile(address) ? address : "";
}
