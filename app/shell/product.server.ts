/** Name and logo of the product: a tenant's own where there are any. Kept for a minute; asked for on every full page. */
import type { ConsoleContext } from "~/contract/context";
import { isFilePath } from "~/contract/files";
import { m } from "~/contract/messages";
import { isColour } from "~/contract/platform/brand-colour";
import { getSysInfo } from "~/contract/platform/parameter";
import { isShownFile } from "~/contract/shown-file";
import { thumbnailOf } from "~/widgets/file-links";

export interface Product {
  name: string;
  logo: string;
  /** Behind the sign-in page; "" for the product's own. */
  picture: string;
  /** "" for the product's own colour. */
  colour: string;
}

/** Milliseconds. */
const lifetime = 60_000;
const known = new Map<string, { until: number; product: Product }>();

/** Whose look a page has that nobody has signed in to: the tenant's whose host name it is. */
function corpOfPage({ session, tenantOfHost }: ConsoleContext): string {
  return session.signedIn ? session.corpCode : (tenantOfHost?.corpCode ?? session.corpCode);
}

/** Of the session's corp, of the host's, or of one that an address names. */
export async function loadProduct(context: ConsoleContext, corpCode = corpOfPage(context)): Promise<Product> {
  const key = `${corpCode} ${context.preferences.locale}`;
  const found = known.get(key);
  if (found && found.until > Date.now()) return found.product;
  const answer = await context.dispatch.call(getSysInfo, { corpCode }, { silent: true });
  const product = { name: answer?.sysName || m.product_name(), ...lookOf(answer) };
  if (known.size > 1000) known.clear();
  if (answer) known.set(key, { until: Date.now() + lifetime, product });
  return product;
}

function lookOf(answer: { logoImg: string; signInImg?: string; brandColor?: string } | undefined) {
  const logo = localImage(answer?.logoImg);
  const picture = localImage(answer?.signInImg);
  const colour = answer?.brandColor ?? "";
  // The small picture: a page on a slow line is not to wait for a large one.
  return { logo: isFilePath(logo) ? thumbnailOf(logo) : logo, picture, colour: isColour(colour) ? colour : "" };
}

/** After a change of it, so that whoever made it sees it at once. */
export function forgetProduct(corpCode: string): void {
  for (const key of known.keys()) if (key.startsWith(`${corpCode} `)) known.delete(key);
}

/** Of our own files only: any other address would be asked for in the reader's name. */
function localImage(address: string | undefined): string {
  return address && isShownFile(address) ? address : "";
}
