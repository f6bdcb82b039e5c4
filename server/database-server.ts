/** How a PostgreSQL is named to people: never with its password. */
export function nameOfServer(url: string): string {
  if (!URL.canParse(url)) return "the server of DATABASE_URL";
  const { hostname, port, pathname, searchParams } = new URL(url);
  // A socket's folder stands in the query.
  return `${hostname || searchParams.get("host") || "localhost"}:${port || "5432"}${pathname}`;
}
