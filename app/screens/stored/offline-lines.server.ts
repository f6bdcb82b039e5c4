/** Lines of purchases as they were typed: time, card number, amount, what for. */
import { startOfDay } from "~/contract/business-time";
import { m } from "~/contract/messages";
import type { PayloadOf } from "~/contract/method";
import { parseYuan } from "~/contract/money";
import type { storedOfflineUpload } from "~/contract/stored/offline";
import { mostEntries } from "~/contract/stored/offline-bounds";

type Entry = PayloadOf<typeof storedOfflineUpload>["entries"][number];

const shape =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s+(\S{1,30})\s+[¥￥]?(\S+?)元?(?:\s+(.*))?$/;

/** The first line that is none of these is told by its number. */
export function readEntries(text: string, key: string): { entries: Entry[]; problem: string } {
  const entries: Entry[] = [];
  for (const [place, typed] of text.split("\n").entries()) {
    const line = typed.normalize("NFKC").trim();
    if (line === "") continue;
    const wrong = (message: string) => ({ entries, problem: m.stored_offline_line({ line: place + 1, message }) });
    const [
      ,
      year = "",
      month = "",
      day = "",
      hour = "",
      minute = "",
      second = "0",
      number = "",
      amount = "",
      what = "",
    ] = shape.exec(line) ?? [];
    const fen = parseYuan(amount);
    if (number === "" || fen === null || fen <= 0) return wrong(m.stored_offline_shape());
    const begin = startOfDay(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`).getTime();
    const at = begin + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000;
    if (!Number.isFinite(at)) return wrong(m.stored_offline_shape());
    const entryKey = `${key.slice(0, 50)}-${place + 1}`;
    entries.push({ entryKey, number, amount: fen, at: new Date(at).toISOString(), what: what.slice(0, 40) });
  }
  if (entries.length === 0) return { entries, problem: m.v_enter({ label: m.stored_offline_lines() }) };
  return { entries, problem: entries.length > mostEntries ? m.imports_too_many_rows({ n: mostEntries }) : "" };
}
