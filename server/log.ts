/** One JSON object a line. Nothing that comes from a body, a cookie or a query is logged. */
export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Of this thread: each is told at its start. */
let least: LogLevel = "info";

/** What is less than this is not said. */
export function logFrom(level: LogLevel): void {
  least = level;
}

export const isLogged = (level: LogLevel): boolean => logLevels.indexOf(level) >= logLevels.indexOf(least);

export function log(level: LogLevel, at: string, fields: Record<string, unknown>): void {
  if (!isLogged(level)) return;
  const line = JSON.stringify({ time: new Date().toISOString(), level, at, ...fields });
  if (level === "debug" || level === "info") console.log(line);
  else console.error(line);
}
