/** The names by which people reach the console itself (`PUBLIC_ORIGINS`): no tenant may have one of them. */

let known: ReadonlySet<string> = new Set();

/** Those of this process. */
export function putConsoleHosts(origins: readonly string[]): void {
  known = new Set(origins.map((origin) => new URL(origin).hostname));
}

export const isConsoleHost = (host: string): boolean => known.has(host);
