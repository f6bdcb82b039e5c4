/** One JSON object a line. Nothing that comes from a body, a cookie or a query is logged. */
export function log(level: "info" | "warn" | "error", at: string, fields: Record<string, unknown>): void {
  const line = JSON.stringify({ time: new Date().toISOString(), level, at, ...fields });
  if (level === "info") console.log(line);
  else console.error(line);
}
