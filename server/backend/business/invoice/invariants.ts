/** What must hold of invoices, to the fen. */
import { m } from "~/contract/messages";
import { fen, said } from "../../kernel/invariant";
import type { BackendManifest } from "../manifest";

export const invoiceInvariants: NonNullable<BackendManifest["invariants"]> = {
  "an invoice is the sum of its lines, and of the payments that it is made out for": {
    says: m.rule_an_invoice_is_the_sum_of_its,
    broken: `
      select i.serial, i.gross, coalesce(l.gross, 0) as lines, coalesce(w.amount, 0) as ways
      from invoice i
      left join (
        select corp_code, invoice_id, sum(gross) as gross, sum(tax) as tax, sum(reversed) as reversed
        from invoice_line group by 1, 2
      ) l on l.corp_code = i.corp_code and l.invoice_id = i.id
      left join (
        select corp_code, invoice_id, sum(amount) as amount, sum(reversed) as reversed from invoice_way group by 1, 2
      ) w on w.corp_code = i.corp_code and w.invoice_id = i.id
      where (i.gross, i.tax, i.reversed) is distinct from (coalesce(l.gross, 0), coalesce(l.tax, 0), coalesce(l.reversed, 0))
         or (i.gross, i.reversed) is distinct from (coalesce(w.amount, 0), coalesce(w.reversed, 0))`,
    found: (row, options) =>
      m.audit_invoice_lines(
        { serial: said(row.serial), gross: fen(row.gross), lines: fen(row.lines), ways: fen(row.ways) },
        options,
      ),
  },
  "an invoice is reversed by what its red letters say, never above itself": {
    says: m.rule_an_invoice_is_reversed_by_what_its,
    broken: `
      select i.serial, i.reversed, coalesce(r.gross, 0) as reds
      from invoice i
      left join (
        select corp_code, invoice_id, sum(gross) as gross, sum(tax) as tax
        from invoice_red where status = 'issued' group by 1, 2
      ) r on r.corp_code = i.corp_code and r.invoice_id = i.id
      where i.reversed <> coalesce(r.gross, 0) or coalesce(r.tax, 0) > i.tax or i.reversed > i.gross
         or (i.status = 'reversed') <> (i.reversed = i.gross)
         or (i.status = 'partlyReversed') <> (i.reversed > 0 and i.reversed < i.gross)
         or (i.reversed = i.gross and coalesce(r.tax, 0) <> i.tax)`,
    found: (row, options) =>
      m.audit_invoice_red({ serial: said(row.serial), reversed: fen(row.reversed), reds: fen(row.reds) }, options),
  },
  "a line holds what red letters that did not come to nothing have of it": {
    says: m.rule_a_line_holds_what_red_letters_that,
    broken: `
      select i.serial, n.held as reversed, coalesce(r.gross, 0) as reds
      from invoice_line n
      join invoice i on i.corp_code = n.corp_code and i.id = n.invoice_id
      left join (
        select l.corp_code, l.line_id, sum(l.gross) as gross,
               coalesce(sum(l.gross) filter (where r.status = 'issued'), 0) as issued
        from invoice_red_line l
        join invoice_red r on r.corp_code = l.corp_code and r.id = l.red_id
        where r.status in ('waiting', 'confirmed', 'sent', 'issued')
        group by 1, 2
      ) r on r.corp_code = n.corp_code and r.line_id = n.id
      where n.held <> coalesce(r.gross, 0) or n.reversed <> coalesce(r.issued, 0)`,
    found: (row, options) =>
      m.audit_invoice_red({ serial: said(row.serial), reversed: fen(row.reversed), reds: fen(row.reds) }, options),
  },
  "what is invoiced of an order is never above what was paid for it and stayed, but for what was paid back first": {
    says: m.rule_what_is_invoiced_of_an_order_is,
    broken: `
      select o.order_no, s.invoiced, s.stayed as paid
      from (
        select w.corp_code, w.order_id, sum(w.invoiced) as invoiced, sum(greatest(0, w.invoiced - coalesce(p.stayed, 0))) as over,
               sum(coalesce(p.stayed, 0)) as stayed
        from (
          select w.corp_code, w.order_id, w.payment_type, sum(w.amount - w.reversed) as invoiced
          from invoice_way w
          join invoice i on i.corp_code = w.corp_code and i.id = w.invoice_id
          where i.status <> 'cancelled'
          group by 1, 2, 3
        ) w
        left join lateral (
          select sum(p.amount) as stayed from payment_told p
          where p.corp_code = w.corp_code and p.order_id = w.order_id and p.payment_type = w.payment_type
        ) p on true
        group by 1, 2
      ) s
      join order_told o on o.corp_code = s.corp_code and o.id = s.order_id
      where s.over > coalesce((
        select sum(d.amount) from invoice_owed d where d.corp_code = s.corp_code and d.order_id = s.order_id
      ), 0)`,
    found: (row, options) =>
      m.audit_invoice_over({ orderNo: said(row.order_no), invoiced: fen(row.invoiced), paid: fen(row.paid) }, options),
  },
  "what is invoiced of a top-up is never above what stayed of it, but for what was paid back first": {
    says: m.rule_what_is_invoiced_of_a_top_up,
    broken: `
      select t.slip_no, s.invoiced, t.amount - t.returned as paid
      from (
        select w.corp_code, w.top_up_id, sum(w.amount - w.reversed) as invoiced
        from invoice_way w
        join invoice i on i.corp_code = w.corp_code and i.id = w.invoice_id
        where w.top_up_id is not null and i.status <> 'cancelled'
        group by 1, 2
      ) s
      join stored_top_up_told t on t.corp_code = s.corp_code and t.id = s.top_up_id
      where s.invoiced > t.amount - t.returned + coalesce((
        select sum(d.amount) from invoice_owed d where d.corp_code = s.corp_code and d.top_up_id = s.top_up_id
      ), 0)`,
    found: (row, options) =>
      m.audit_invoice_over_top_up(
        { slipNo: said(row.slip_no), invoiced: fen(row.invoiced), paid: fen(row.paid) },
        options,
      ),
  },
  "serials of invoices and red letters have no gaps": {
    says: m.rule_serials_of_invoices_and_red_letters_have,
    broken: `
      select kind, day, last, n
      from (
        select corp_code, left(serial, 2) as kind, substr(serial, 3, 8) as day, max(substr(serial, 11)::bigint) as last,
               count(*) as n
        from (select corp_code, serial from invoice union all select corp_code, serial from invoice_red) s
        group by 1, 2, 3
      ) s
      where last <> n`,
    found: (row, options) =>
      m.audit_invoice_gap({ kind: said(row.kind), day: said(row.day), last: said(row.last), n: said(row.n) }, options),
  },
};
