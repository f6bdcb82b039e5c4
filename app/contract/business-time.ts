/**
 * Days and times where the parks are: each corp has a time zone (parameter `timeZone`), and everything that people read,
 * every business day and every opening hour goes by it. Pure but for one thing: on the server somebody tells whose zone
 * holds at the moment ({@link zoneFrom}), as with languages; without that it is the usual one.
 */
export const usualZone = "Asia/Shanghai";

/** Zones that a corp may choose from; the parameter's screen lists them. */
export const timeZones = [
  "Asia/Shanghai",
  "Asia/Urumqi",
  "Asia/Hong_Kong",
  "Asia/Taipei",
  "Asia/Tokyo",
  "Asia/Seoul",
  "Asia/Singapore",
  "Asia/Bangkok",
  "Asia/Dubai",
  "Europe/London",
  "Europe/Paris",
  "America/New_York",
  "America/Los_Angeles",
  "Australia/Sydney",
  "UTC",
] as const;

let zoneOfNow = () => usualZone;

/** Says once, at the start of a server, how to learn whose zone holds. */
export function zoneFrom(source: () => string): void {
  zoneOfNow = source;
}

export function currentZone(): string {
  return zoneOfNow();
}

/** yyyy-MM-dd of a moment. */
export function businessDay(moment: Date, zone = currentZone()): string {
  return local(moment, zone).slice(0, 10);
}

/** HH:mm of a moment. */
export function clock(moment: Date, zone = currentZone()): string {
  return local(moment, zone).slice(11, 16);
}

/** yyyy-MM-dd HH:mm:ss of a moment; "" for none. */
export function stamp(moment: Date | string | null | undefined, zone = currentZone()): string {
  if (!moment) return "";
  return local(new Date(moment), zone).slice(0, 19).replace("T", " ");
}

/** First moment of a day: midnight, or the first that there is where the clocks go forward at midnight. */
export function startOfDay(day: string, zone = currentZone()): Date {
  return momentOf(`${day}T00:00`, zone);
}

/** First moment of the day after: a day has 23 or 25 hours where the clocks change. */
export function endOfDay(day: string, zone = currentZone()): Date {
  return startOfDay(addDays(day, 1), zone);
}

/**
 * The moment of a local time `yyyy-MM-ddTHH:mm[:ss]`. Of a time that comes twice the first; of one that is left out as
 * much later as the clocks go forward.
 */
export function momentOf(time: string, zone = currentZone()): Date {
  const wanted = Date.parse(`${time}Z`);
  const candidates = [wanted - offsetAt(wanted - day, zone), wanted - offsetAt(wanted + day, zone)];
  const right = candidates.filter((candidate) => local(new Date(candidate), zone).startsWith(time));
  return new Date(right.length > 0 ? Math.min(...right) : Math.max(...candidates));
}

/** Days as yyyy-MM-dd: arithmetic on the calendar, without zones. */
export function addDays(text: string, days: number): string {
  return new Date(Date.parse(`${text}T00:00:00Z`) + days * day).toISOString().slice(0, 10);
}

export function isZone(zone: string): boolean {
  return offsets.has(zone) || writerOf(zone) !== null;
}

const day = 86_400_000;
const quarter = 900_000;

/** ISO text of the local time, ending in Z though it is not that of Greenwich. */
function local(moment: Date, zone: string): string {
  const time = moment.getTime();
  return new Date(time + offsetAt(time, zone)).toISOString();
}

/** Offsets by zone and quarter of an hour, since they change on a quarter only: asking Intl takes microseconds. */
const offsets = new Map<string, Map<number, number>>();
const mostKept = 50_000;

function offsetAt(time: number, zone: string): number {
  const known = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, known);
  const place = Math.floor(time / quarter);
  const found = known.get(place);
  if (found !== undefined) return found;
  if (known.size >= mostKept) known.clear();
  const writer = writerOf(zone) ?? writerOf(usualZone);
  const offset = writer ? Date.parse(`${writer.format(place * quarter).replace(" ", "T")}Z`) - place * quarter : 0;
  known.set(place, offset);
  return offset;
}

const writers = new Map<string, Intl.DateTimeFormat | null>();

/** Null for what is no zone. */
function writerOf(zone: string): Intl.DateTimeFormat | null {
  const known = writers.get(zone);
  if (known !== undefined) return known;
  let writer: Intl.DateTimeFormat | null = null;
  try {
    writer = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  if (writers.size < 1_000) writers.set(zone, writer);
  return writer;
}
