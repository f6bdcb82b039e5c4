/** What a band of refund fees says, in a sentence: in logs, on pages, and beside its row while it is typed. */
import { m } from "../messages";
import { formatYuan, parseYuan } from "../money";

/** `feeEach` in fen. */
export function bandWords(hours: number, feePercent: number, feeEach: number): string {
  const percent = m.band_percent({ n: feePercent });
  const each = feeEach > 0 ? m.band_each({ fee: formatYuan(feeEach) }) : "";
  const fee = each === "" ? percent : feePercent > 0 ? m.band_both({ percent, each }) : each;
  return hours < 0 ? m.band_said_after({ hours: -hours, fee }) : m.band_said({ hours, fee });
}

/** Of texts of inputs, an amount in yuan; "" while something is missing or cannot be read. */
export function typedBandWords(texts: Readonly<Record<string, string>>): string {
  const [hours, percent] = [numberIn(texts.hours), numberIn(texts.feePercent)];
  const each = texts.feeEach?.trim() ? parseYuan(texts.feeEach) : 0;
  if (hours === null || percent === null || percent < 0 || percent > 100 || each === null) return "";
  return bandWords(hours, percent, each);
}

function numberIn(text = ""): number | null {
  const plain = text.normalize("NFKC").trim();
  return /^-?\d{1,5}(\.\d{1,2})?$/.test(plain) ? Number(plain) : null;
}
