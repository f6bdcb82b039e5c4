/** What must hold of orders and refunds whatever happened: each query names the rows that break it. */
import { m } from "~/contract/messages";
import { fen, type Invariants, said } from "../../kernel/invariant";

/**
 * Money alone: what an order says of itself stands in the ledger. Sums are made once for all orders and joined: made order by
 * order they took eleven seconds over a million, in which the embedded database sold nothing.
 */
export const moneyInvariants: Invariants = {
  "an order's paid and refunded are the sums of its payments": {
    says: m.rule_an_order_paid_and_refunded_are_the,
    broken: `
      select o.order_no, o.paid, o.refunded,
             coalesce(p.paid, 0) as "ledger paid", coalesce(p.refunded, 0) as "ledger refunded"
      from orders o
      left join (
        select corp_code, order_id,
               coalesce(sum(amount) filter (where kind = 'payment'), 0)::bigint as paid,
               coalesce(-sum(amount) filter (where kind = 'refund'), 0)::bigint as refunded
        from payment
        group by corp_code, order_id
      ) p on p.corp_code = o.corp_code and p.order_id = o.id
      where (o.paid, o.refunded) is distinct from (coalesce(p.paid, 0), coalesce(p.refunded, 0))`,
    found: (row, options) =>
      m.audit_order_paid(
        {
          orderNo: said(row.order_no),
          paid: fen(row.paid),
          refunded: fen(row.refunded),
          ledgerPaid: fen(row["ledger paid"]),
          ledgerRefunded: fen(row["ledger refunded"]),
        },
        options,
      ),
  },
  "an order's refunds under way are the sum of those that wait": {
    says: m.rule_an_order_refunds_under_way_are_the,
    broken: `
      select o.order_no, o.refunding, coalesce(w.amount, 0) as waiting
      from orders o
      left join (
        select corp_code, order_id, sum(amount)::bigint as amount
        from refund
        where state in ('waiting', 'held')
        group by corp_code, order_id
      ) w on w.corp_code = o.corp_code and w.order_id = o.id
      where o.refunding <> coalesce(w.amount, 0)`,
    found: (row, options) =>
      m.audit_order_refunding(
        { orderNo: said(row.order_no), refunding: fen(row.refunding), waiting: fen(row.waiting) },
        options,
      ),
  },
  "a refund that is done stands in the payments, another does not": {
    says: m.rule_a_refund_that_is_done_stands_in,
    broken: `
      select r.refund_no, r.state, r.amount, p.amount as "ledger"
      from refund r
      cross join lateral (
        select coalesce(-sum(amount), 0)::bigint as amount from payment where corp_code = r.corp_code and refund_id = r.id
      ) p
      where p.amount <> case r.state when 'done' then r.amount else 0 end`,
    found: (row, options) =>
      m.audit_refund_done({ refundNo: said(row.refund_no), amount: fen(row.amount), ledger: fen(row.ledger) }, options),
  },
  "a refund's ways back are what it gives back": {
    says: m.rule_a_refund_ways_back_are_what_it,
    broken: `
      select r.refund_no, r.amount, r.ways
      from refund r
      where r.amount <> coalesce((select sum((way ->> 'amount')::bigint) from jsonb_array_elements(r.ways) way), 0)`,
    found: (row, options) => m.audit_refund_ways({ refundNo: said(row.refund_no), amount: fen(row.amount) }, options),
  },
  "a correction is two rows of the ledger that are zero together": {
    says: m.rule_a_correction_is_two_rows_of_the,
    broken: `
      select l.order_no, l.amount
      from pay_type_log l
      left join payment p on p.corp_code = l.corp_code and p.id = l.payment_id
      left join payment back on back.corp_code = l.corp_code and back.id = l.reversal_id
      left join payment forth on forth.corp_code = l.corp_code and forth.id = l.new_id
      where (p.order_id, p.payment_type, p.amount, back.kind, back.order_id, back.payment_type, back.amount,
             forth.kind, forth.order_id, forth.payment_type, forth.amount)
        is distinct from (l.order_id, l.from_type, l.amount, 'correction', l.order_id, l.from_type, -l.amount,
                          'correction', l.order_id, l.to_type, l.amount)`,
    found: (row, options) => m.audit_pay_type({ orderNo: said(row.order_no), amount: fen(row.amount) }, options),
  },
  "every correction in the ledger is one that was made": {
    says: m.rule_every_correction_in_the_ledger_is_one,
    broken: `
      select o.order_no, p.amount
      from payment p
      join orders o on o.corp_code = p.corp_code and o.id = p.order_id
      left join pay_type_log l on l.corp_code = p.corp_code and case when p.amount < 0 then l.reversal_id else l.new_id end = p.id
      where p.kind = 'correction' and l.id is null`,
    found: (row, options) => m.audit_pay_type_loose({ orderNo: said(row.order_no), amount: fen(row.amount) }, options),
  },
  "no more goes back by a payment type than came by it": {
    says: m.rule_no_more_goes_back_by_a_payment,
    broken: `
      select o.order_no, p.payment_type, sum(p.amount) as sum
      from payment p
      join orders o on o.corp_code = p.corp_code and o.id = p.order_id
      group by p.corp_code, o.order_no, p.payment_type
      having sum(p.amount) < 0`,
    found: (row, options) =>
      m.audit_payment_type({ orderNo: said(row.order_no), amount: fen(-Number(row.sum)) }, options),
  },
};

export const orderInvariants: Invariants = {
  ...moneyInvariants,
  "a refund is the sum of its pieces": {
    says: m.rule_a_refund_is_the_sum_of_its,
    broken: `
      select r.refund_no, r.amount, r.fee, r.quantity, i.price, i.fee as "item fee", i.n
      from refund r
      cross join lateral (
        select count(*) as n, coalesce(sum(price), 0)::bigint as price, coalesce(sum(fee), 0)::bigint as fee
        from refund_item where corp_code = r.corp_code and refund_id = r.id
      ) i
      where (r.quantity, r.fee, r.amount + r.fee) is distinct from (i.n, i.fee, i.price)`,
    found: (row, options) =>
      m.audit_refund_pieces(
        {
          refundNo: said(row.refund_no),
          amount: fen(row.amount),
          fee: fen(row.fee),
          price: fen(row.price),
          itemFee: fen(row["item fee"]),
        },
        options,
      ),
  },
  "a refund waits exactly while a request for it waits": {
    says: m.rule_a_refund_waits_exactly_while_a_request,
    broken: `
      select r.refund_no, r.state, p.state as "request"
      from refund r
      left join approval p
        on p.corp_code = r.corp_code and p.kind = 'refund.giveBack' and p.thing_id = r.id and p.state = 'waiting'
      where (r.state = 'waiting') <> (p.id is not null)`,
    found: (row, options) => m.audit_refund_request({ refundNo: said(row.refund_no) }, options),
  },
  "a piece is in one refund that is not rejected": {
    says: m.rule_a_piece_is_in_one_refund_that,
    broken: `
      select i.line_id, i.piece_id, count(*)
      from refund_item i
      join refund r on r.corp_code = i.corp_code and r.id = i.refund_id
      where r.state in ('waiting', 'held', 'done')
      group by i.corp_code, i.line_id, i.piece_id
      having count(*) > 1`,
    found: (row, options) => m.audit_refund_twice({ piece: said(row.piece_id), n: said(row.count) }, options),
  },
  "0 <= refunded + refunding <= paid <= payable = total - discount": {
    says: m.rule_order_amounts,
    broken: `
      select order_no from orders
      where refunded < 0 or refunding < 0 or refunded + refunding > paid or paid > payable or payable <> total - discount`,
    found: (row, options) => m.audit_order_figures({ orderNo: said(row.order_no) }, options),
  },
  "an order is the sum of its lines": {
    says: m.rule_an_order_is_the_sum_of_its,
    broken: `
      select o.order_no, o.total, o.discount, o.quantity, coalesce(l.amount, 0) as amount,
             coalesce(l.discount, 0) as "line discount", coalesce(l.quantity, 0) as "lines"
      from orders o
      left join (
        select corp_code, order_id, sum(amount)::bigint as amount, sum(discount)::bigint as discount,
               sum(quantity - changed)::bigint as quantity
        from sub_order
        group by corp_code, order_id
      ) l on l.corp_code = o.corp_code and l.order_id = o.id
      where (o.total, o.discount, o.quantity)
        is distinct from (coalesce(l.amount, 0), coalesce(l.discount, 0), coalesce(l.quantity, 0))`,
    found: (row, options) =>
      m.audit_order_lines({ orderNo: said(row.order_no), total: fen(row.total), amount: fen(row.amount) }, options),
  },
  "what an order carries over is the sum of its changes": {
    says: m.rule_what_an_order_carries_over_is_the,
    broken: `
      select o.order_no, o.exchanged, coalesce(c.amount, 0) as carried
      from orders o
      left join (
        select corp_code, order_id, sum(carried)::bigint as amount from order_change group by corp_code, order_id
      ) c on c.corp_code = o.corp_code and c.order_id = o.id
      where o.exchanged <> coalesce(c.amount, 0)`,
    found: (row, options) =>
      m.audit_order_exchanged(
        { orderNo: said(row.order_no), exchanged: fen(row.exchanged), sum: fen(row.carried) },
        options,
      ),
  },
  "a changed order is settled: what it costs was paid or carried over": {
    says: m.rule_a_changed_order_is_settled_what_it,
    broken: `
      select order_no, payable, paid, exchanged from orders
      where exchanged > 0 and payable <> paid + exchanged`,
    found: (row, options) =>
      m.audit_order_settled(
        {
          orderNo: said(row.order_no),
          payable: fen(row.payable),
          paid: fen(row.paid),
          exchanged: fen(row.exchanged),
        },
        options,
      ),
  },
  "a change is the sum of its pieces, and its difference stands in the payments": {
    says: m.rule_a_change_is_the_sum_of_its,
    broken: `
      select c.change_no
      from order_change c
      cross join lateral (
        select count(*) as n, coalesce(sum(price), 0)::bigint as price, coalesce(sum(fee), 0)::bigint as fee,
               coalesce(sum(new_price), 0)::bigint as new_price
        from order_change_item where corp_code = c.corp_code and change_id = c.id
      ) i
      cross join lateral (
        select coalesce(sum(amount) filter (where kind = 'payment'), 0)::bigint as due,
               coalesce(-sum(amount) filter (where kind = 'refund'), 0)::bigint as back
        from payment where corp_code = c.corp_code and change_id = c.id
      ) p
      where (c.quantity, c.price, c.fee, c.new_price, c.due, c.back)
        is distinct from (i.n, i.price, i.fee, i.new_price, p.due, p.back)`,
    found: (row, options) => m.audit_change_sum({ changeNo: said(row.change_no) }, options),
  },
  "0 <= used + refunding + refunded + changed <= quantity": {
    says: m.rule_line_numbers,
    broken: `
      select id from sub_order
      where used < 0 or refunding < 0 or refunded < 0 or used + refunding + refunded + changed > quantity`,
    found: (row, options) => m.audit_line_pieces({ line: said(row.id) }, options),
  },
};
