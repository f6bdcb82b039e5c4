/** What must hold between sessions, places and tickets. */
import { m } from "~/contract/messages";
import { type Invariants, said } from "../../kernel/invariant";

export const theatreInvariants: Invariants = {
  "a sold seat has one good ticket, and a good ticket its seat": {
    says: m.rule_a_sold_seat_has_one_good_ticket,
    broken: `
      select coalesce(p.session_id, t.session_id) as session_id, coalesce(p.seat_id, t.seat_id) as seat_id, t.ticket_no
      from (select * from theatre_place where state = 'sold') p
      full join (select * from theatre_ticket where state not in ('refunded', 'changed') and seat_id is not null) t
        on t.corp_code = p.corp_code and t.session_id = p.session_id and t.seat_id = p.seat_id and t.id = p.ticket_id
      where p.seat_id is null or t.id is null`,
    found: (row, options) =>
      m.audit_theatre_seat(
        { session: said(row.session_id), seat: said(row.seat_id), ticket: said(row.ticket_no) },
        options,
      ),
  },
  "places without seats that are taken are its good tickets": {
    says: m.rule_places_without_seats_that_are_taken_are,
    broken: `
      select r.session_id, r.taken, coalesce(t.n, 0) as n
      from theatre_room r
      left join (
        select corp_code, session_id, template_area_id, count(*) as n from theatre_ticket
        where state not in ('refunded', 'changed') and seat_id is null group by 1, 2, 3
      ) t on t.corp_code = r.corp_code and t.session_id = r.session_id and t.template_area_id = r.template_area_id
      where r.taken <> coalesce(t.n, 0)`,
    found: (row, options) =>
      m.audit_theatre_room({ session: said(row.session_id), taken: said(row.taken), n: said(row.n) }, options),
  },
};
