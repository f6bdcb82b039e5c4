/** Host names as tenants have them. No schemas: the console's edge reads this too. */

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** Two labels at least, and the last begins with a letter: no address of a machine, and no `localhost`. */
const hostName = new RegExp(`^(?=.{4,253}$)(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`);

/** As DNS and browsers write it: lower case, Chinese labels as `xn--`; "" for nothing, null where it is no host name. */
export function hostOf(text: string): string | null {
  const typed = text.trim();
  if (typed === "") return "";
  if (/[\s:/?#@\\%[\]]/.test(typed) || !URL.canParse(`http://${typed}`)) return null;
  const { hostname } = new URL(`http://${typed}`);
  return hostName.test(hostname) && !hostname.endsWith(".localhost") ? hostname : null;
}
