/** A day as people type it at a counter: 1122, 11-22, 20261122, 今天, tomorrow, +1. Browsers read this too: no schemas. */

const words: Readonly<Record<string, number>> = {
  ...{ 前天: -2, 昨天: -1, 今天: 0, 今日: 0, 明天: 1, 明日: 1, 后天: 2, 大后天: 3 },
  ...{ yesterday: -1, today: 0, tomorrow: 1, t: 0 },
};

const forms = [
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/,
  /^(\d{4})(\d\d)(\d\d)$/,
  /^()(\d{1,2})[-/.月](\d{1,2})日?$/,
  /^()(\d\d)(\d\d)$/,
];

/** As yyyy-MM-dd; what is none of these stays as it is, for the field's rule to refuse. Without a year it is this year's. */
export function typedDay(text: string, today: string): string {
  const typed = text.normalize("NFKC").trim().toLowerCase();
  const shift = Object.hasOwn(words, typed) ? words[typed] : /^[+-]\d{1,3}$/.test(typed) ? Number(typed) : null;
  if (typeof shift === "number") {
    const day = new Date(`${today}T00:00:00Z`);
    day.setUTCDate(day.getUTCDate() + shift);
    return day.toISOString().slice(0, 10);
  }
  for (const form of forms) {
    const [, year, month = "", date = ""] = form.exec(typed) ?? [];
    if (month) return `${year || today.slice(0, 4)}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  }
  return text;
}
