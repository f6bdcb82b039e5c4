/** What the invoice of an estimated receipt says line by line: an item's code and its amount, a line each. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { parseYuan } from "~/contract/money";
import { yuan } from "../../kernel/money";
import { Invalid } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { BillLine } from "./bill-row";

/** By line id, in fen; null where nothing was typed, and the sum is shared. A bill has each item once. */
export async function pricesTyped(
  call: Call,
  lines: readonly BillLine[],
  { text, total }: { text: string; total: number },
): Promise<Map<number, number> | null> {
  if (text.trim() === "") return null;
  const items = await rowsOf<{ id: number; code: string; name: string }>(
    call.db,
    sql`
      select id::float8 as id, code, name from stock_item
      where corp_code = current_setting('app.corp_code')
        and id = any (${`{${lines.map(({ itemId }) => itemId)}}`}::bigint[])
    `,
  );
  const lineOf = new Map(lines.map(({ id, itemId }) => [itemId, id]));
  const byCode = new Map(items.map((item) => [item.code.toLowerCase(), item]));
  const prices = new Map<number, number>();
  for (const [place, typed] of text.split(/\r?\n/).entries()) {
    if (typed.trim() === "") continue;
    const [code = "", amount, more] = typed
      .normalize("NFKC")
      .trim()
      .split(/[\s,;=:]+/);
    const fen = amount === undefined || more !== undefined ? null : parseYuan(amount);
    if (fen === null) throw wrong(m.stock_invoice_prices_wrong({ n: place + 1, text: typed.trim().slice(0, 60) }));
    const id = lineOf.get(byCode.get(code.toLowerCase())?.id ?? 0);
    if (id === undefined || prices.has(id)) throw wrong(m.stock_invoice_prices_item({ code: code.slice(0, 60) }));
    prices.set(id, fen);
  }
  const missing = lines.find(({ id }) => !prices.has(id));
  if (missing)
    throw wrong(m.stock_invoice_prices_missing({ item: items.find(({ id }) => id === missing.itemId)?.name ?? "" }));
  const sum = [...prices.values()].reduce((all, price) => all + price, 0);
  if (sum !== total) throw wrong(m.stock_invoice_prices_sum({ sum: yuan(sum), amount: yuan(total) }));
  return prices;
}

const wrong = (words: string) => new Invalid({ prices: [words] });
