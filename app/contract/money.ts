/** Money: fen in the data, yuan with two decimals in front of people. Pure; used in the browser too. */

/** 123456 → "1,234.56"; negative amounts keep their sign. */
export function formatYuan(fen: number): string {
  const digits = String(Math.abs(Math.trunc(fen))).padStart(3, "0");
  const yuan = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${fen < 0 ? "-" : ""}${yuan}.${digits.slice(-2)}`;
}

/** As {@link formatYuan} without separators: for the value of an input. */
export function plainYuan(fen: number): string {
  return formatYuan(fen).replaceAll(",", "");
}

/** "12.5" → 1250 fen; null for anything that is no amount of at most ten million yuan with at most two decimals. */
export function parseYuan(text: string): number | null {
  const plain = text.normalize("NFKC").replace(/[\s,¥]/g, "");
  const match = /^(\d{1,8})(?:\.(\d{0,2}))?$/.exec(plain);
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}
