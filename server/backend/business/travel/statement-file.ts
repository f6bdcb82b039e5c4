/** A statement as an `.xls`: whose it is, its movements, its totals, and what paid it; amounts are numbers. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { agencyStatementFile, statementFileMost } from "~/contract/travel/statement-file";
import type { CellValue, Sink } from "../../exports/table-writer";
import { XlsWriter } from "../../exports/xls";
import { stamp } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { NotFound, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { soldWords } from "../order/sold-words";
import { ownName } from "../platform/parameter";
import { whatOf } from "./statement-rows";

interface Head {
  code: string;
  issuer: string;
  agency: string;
  title: string | null;
  status: string;
  basis: string;
  from: string;
  to: string;
  total: number;
  paid: number;
  offset: number;
  count: number;
}

interface Row {
  at: string;
  kind: string;
  source: string;
  amount: number;
}

const headOf = ({ db }: Call, id: number) =>
  firstOf<Head>(
    db,
    sql`
      select s.code, ${ownName} as issuer, a.name as agency, a.tax_title as title, s.status, s.basis, s.from_day::text as "from",
             s.to_day::text as "to", s.total::float8 as total, s.paid::float8 as paid,
             (
               select coalesce(sum(f.amount), 0)::float8 from agency_statement_offset f
               where f.corp_code = s.corp_code and f.statement_id = s.id
             ) as offset,
             (
               select count(*)::int from agency_statement_row r
               where r.corp_code = s.corp_code and r.statement_id = s.id
             ) as count
      from agency_statement s
      join travel_agency a on a.corp_code = s.corp_code and a.id = s.agency_id
      where s.corp_code = current_setting('app.corp_code') and s.id = ${id}
    `,
  );

const movementsOf = ({ db }: Call, id: number) =>
  rowsOf<Row>(
    db,
    sql`
      select l.at, l.kind, l.source, r.amount::float8 as amount
      from agency_statement_row r
      join agency_ledger l on l.corp_code = r.corp_code and l.id = r.ledger_id
      where r.corp_code = current_setting('app.corp_code') and r.statement_id = ${id}
      order by r.ledger_id
    `,
  );

const receiptsOf = ({ db }: Call, id: number) =>
  rowsOf<{ at: string; by: string; bankRef: string; amount: number }>(
    db,
    sql`
      select p.at, p.account_name as by, c.bank_ref as "bankRef", p.amount::float8 as amount
      from agency_statement_receipt p
      join agency_receipt c on c.corp_code = p.corp_code and c.id = p.receipt_id
      where p.corp_code = current_setting('app.corp_code') and p.statement_id = ${id}
      order by p.id
      limit ${statementFileMost}
    `,
  );

export const statementFileServed: Served = serve(agencyStatementFile, async (call, { id }) => {
  const head = await headOf(call, id);
  if (!head) throw new NotFound();
  if (head.count > statementFileMost) throw new Refusal(m.bill_file_long({ n: head.count, most: statementFileMost }));
  const [rows, receipts] = [await movementsOf(call, id), await receiptsOf(call, id)];
  const sold = await soldWords(
    call.db,
    rows.map(({ source }) => source),
  );
  const words = await dictionariesOf(
    call.db,
    ["agencyLedgerKind", "agencyStatementState", "statementBasis"],
    call.locale,
  );
  const said = (name: string, value: string) => words[name]?.find((one) => one.value === value)?.label ?? "";
  const open = ["void", "writtenOff"].includes(head.status) ? 0 : head.total - head.paid;
  const lost = head.status === "writtenOff" ? head.total - head.paid - head.offset : 0;
  const yuan = m.account_amount() + m.engine_yuan();
  const title = m.bill_title_of({ code: head.code });
  const content = await xlsOf(title, [
    [m.bill_issuer(), head.issuer],
    [m.travel_agency(), head.agency],
    ...(head.title ? [[m.travel_tax_title(), head.title]] : []),
    [m.bill_period(), `${head.from} – ${head.to}`],
    [m.bill_basis(), said("statementBasis", head.basis)],
    [m.status(), said("agencyStatementState", head.status)],
    [],
    [m.card_log_at(), m.ledger_kind(), m.ledger_source(), m.bill_visit_day(), m.bill_what(), yuan],
    ...rows.map((row) => {
      const { visitDay, what } = whatOf(sold, row);
      return [stamp(row.at), said("agencyLedgerKind", row.kind), row.source, visitDay, what, row.amount];
    }),
    [m.bill_total(), "", m.bill_file_count({ n: head.count }), "", "", head.total],
    [m.bill_paid(), "", "", "", "", head.paid],
    ...(head.offset > 0 ? [[m.bill_offset(), "", "", "", "", head.offset]] : []),
    ...(lost > 0 ? [[m.bill_lost(), "", "", "", "", lost]] : []),
    [m.bill_open(), "", "", "", "", open],
    ...(receipts.length > 0
      ? [
          [],
          [m.bill_receipts()],
          [m.card_log_at(), m.ledger_by(), m.bill_receipt_ref(), "", "", yuan],
          ...receipts.map(({ at, by, bankRef, amount }) => [stamp(at), by, bankRef, "", "", amount]),
        ]
      : []),
  ]);
  return { name: m.bill_file_name({ code: head.code, agency: head.agency }), content };
});

/** Its first row is the title, and stays in sight. */
async function xlsOf(title: string, rows: CellValue[][]): Promise<string> {
  const sections = new Map<number, Uint8Array[]>();
  const sink: Sink = {
    write(section, bytes) {
      const chunks = sections.get(section) ?? [];
      chunks.push(bytes);
      sections.set(section, chunks);
    },
  };
  const writer = new XlsWriter({
    title,
    columns: [
      { label: title, kind: "moment" },
      { label: "", kind: "text" },
      { label: "", kind: "text" },
      { label: "", kind: "text" },
      { label: "", kind: "text" },
      { label: "", kind: "money" },
    ],
    sink,
  });
  await writer.add(rows);
  await writer.end();
  const inOrder = [...sections].sort(([a], [b]) => a - b).flatMap(([, chunks]) => chunks);
  return Buffer.concat(inOrder).toString("base64");
}
