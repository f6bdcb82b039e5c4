/** Today where the parks are. */
const shanghai = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" });

/** yyyy-MM-dd. */
export function businessDay(now = new Date()): string {
  return shanghai.format(now);
}
