/**
 * Where identity numbers come from: the first four digits by GB/T 2260, with what was abolished since 1980 (prefectures
 * that became cities, counties that a province led itself), since a number is given once and outlives its office. The
 * last two digits are not looked at: districts come and go every year.
 */

/** By province: its prefectures, leagues and cities as ranges. */
const prefectures: Readonly<Record<string, string>> = {
  11: "01-02",
  12: "01-03",
  13: "01-11 21-30 90",
  14: "01-11 21-27",
  15: "01-09 21-30",
  21: "01-14 20-24 90",
  22: "01-08 20-26 90",
  23: "01-12 21-27 90",
  31: "01-03",
  32: "01-13 20-28 90",
  33: "01-11 20-30 90",
  34: "01-18 21-29 90",
  35: "01-09 20-27 90",
  36: "01-11 21-26 90",
  37: "01-17 20-33 90",
  41: "01-17 21-30 90",
  42: "01-13 20-31 90",
  43: "01-13 21-31 90",
  44: "01-20 20-29 51-53 90",
  45: "00-14 21-28 90",
  46: "00-04 90",
  50: "00-03",
  51: "01-20 21-36 90",
  52: "01-06 21-28 90",
  53: "01-09 21-35 90",
  54: "01-07 21-28",
  61: "01-10 21-28 90",
  62: "01-12 21-30",
  63: "01-02 21-28",
  64: "01-05 21-22",
  65: "01-05 20-32 40-43 90",
  71: "00-01",
};

/** Residence permits of people from Hong Kong, Macao and Taiwan have no places below. */
const residencePermits = ["810000", "820000", "830000"];
/** ISO 3166, as the permanent residence cards of foreigners have the nationality. */
const china = "156";

const known: ReadonlySet<string> = new Set(
  Object.entries(prefectures).flatMap(([province, ranges]) =>
    ranges.split(" ").flatMap((range) => {
      const [first = "", last = first] = range.split("-");
      const length = Number(last) - Number(first) + 1;
      return Array.from({ length }, (_, at) => province + String(Number(first) + at).padStart(2, "0"));
    }),
  ),
);

/** Whether an identity number may begin with these six digits. */
export function isIdentityArea(digits: string): boolean {
  if (residencePermits.includes(digits)) return true;
  // 9, the province that gave the card, the nationality.
  if (digits.startsWith("9")) {
    const nationality = digits.slice(3);
    return Object.hasOwn(prefectures, digits.slice(1, 3)) && nationality !== "000" && nationality !== china;
  }
  return known.has(digits.slice(0, 4));
}
