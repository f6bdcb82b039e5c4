/** What the page of a ledger's balances shows: filters and moments from its address, one call, rows that lead to their movements. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Field } from "~/contract/field-kinds";
import { type Message, m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { ledgers } from "~/contract/registry";
import { momentText } from "~/contract/validators";
import { labelOf, textOf } from "./cells.server";
import { filterSpecs } from "./list-fields.server";
import { filterInputs, readListQuery } from "./parts/list-query.server";

const columns = [
  ["opening", m.ledger_opening],
  ["in", m.ledger_in],
  ["out", m.ledger_out],
  ["closing", m.ledger_closing],
] as const;

/** What a browser's input for a moment sends, to the second; "" where it is none. */
function momentIn(url: URL, name: string): string {
  const text = (url.searchParams.get(name) ?? "").replace("T", " ");
  const whole = text.length === 16 ? `${text}:00` : text;
  return momentText.safeParse(whole).success ? whole : "";
}

export async function loadStanding({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const [here = ""] = context.path.split("?");
  const ledger = ledgers.find(({ standingPath }) => standingPath === here);
  if (!ledger) throw new Response(null, { status: 404 });
  const fields = Object.entries<Field>(ledger.accounts);
  const figures = Object.entries<Message>(ledger.figures);
  const query = readListQuery(url, filterSpecs(fields), []);
  const [since, at] = [momentIn(url, "since"), momentIn(url, "asOf")];
  // Nonsense in the address shows what there is, as in a list.
  const from = since !== "" && at !== "" && since > at ? "" : since;
  const { filters = {}, pageNo = 1 } = query.payload;
  const asked = { filters, pageNo, ...(from && { from }), ...(at && { at }) };
  const found = await context.dispatch.call(ledger.standing, asked);
  const amount = (n: number) => (ledger.unit === "fen" ? formatYuan(n) : String(n));
  const sums = (of: (typeof found)["totals"]) =>
    figures.flatMap(([figure]) => columns.map(([column]) => amount(of[column][figure] ?? 0)));
  const page = (n: number) => query.to({ pageNo: n === 1 ? null : String(n) });
  return {
    title: m.ledger_standing_of({ ledger: ledger.title() }),
    path: here,
    list: ledger.rows.path,
    filters: filterInputs(filterSpecs(fields), query, found.options),
    since: from.replace(" ", "T"),
    at: at.replace(" ", "T"),
    heading: m.ledger_as_of({ from: found.from, at: found.at }),
    problem: from === since ? "" : m.ledger_from_after(),
    now: at === "" && since === "" ? null : query.to({ asOf: null, since: null }),
    head: fields.map(([, field]) => labelOf(field)),
    figures: figures.map(([, label]) => label() + (ledger.unit === "fen" ? m.engine_yuan() : "")),
    columns: columns.map(([, label]) => label()),
    rows: found.rows.map(({ account, ...of }) => {
      const texts = fields.map(([name, field]) => textOf(field, account[name] ?? "", found.options[name]));
      return { texts, to: movementsOf(ledger.rows.path, fields, account), cells: sums(of) };
    }),
    totals: sums(found.totals),
    found: m.ledger_found({ count: found.count }),
    newer: found.pageNo > 1 ? page(found.pageNo - 1) : null,
    older: found.pageNo < found.totalPage ? page(found.pageNo + 1) : null,
  };
}

/** The ledger's list of what these accounts have moved, by the filters that it has. */
function movementsOf(list: string, fields: [string, Field][], account: Record<string, string | number>): string {
  const asked = new URLSearchParams();
  for (const [name, { filter }] of fields) {
    const value = String(account[name] ?? "");
    if (!filter || value === "") continue;
    if (filter === "between") for (const end of ["from", "to"]) asked.set(`${name}.${end}`, value);
    else asked.set(name, value);
  }
  return `${list}?${asked}`;
}
