/** Parking, to the backend. */
import { m } from "~/contract/messages";
import { fen, said } from "../../kernel/invariant";
import type { BackendManifest } from "../manifest";
import { configurationServed } from "./configuration";
import { seedParking } from "./demonstration";
import { deskServed } from "./desk";
import { enterServed } from "./enter";
import { exitServed } from "./exit";
import { expireParkingPasses } from "./expire";
import { findsPasses, findsRecords } from "./find";
import { emptyLots, lotServed } from "./lot";
import { ledgerBackends } from "./money";
import { passServed } from "./pass";
import { parkingPersonal } from "./personal";
import { recordServed } from "./record";
import { reportServed } from "./report";
import * as schema from "./schema";
import { tariffServed } from "./tariff";

export const parking: BackendManifest = {
  served: [
    ...lotServed,
    ...tariffServed,
    ...recordServed,
    ...passServed,
    ...deskServed,
    ...enterServed,
    ...exitServed,
    ...configurationServed,
    ...reportServed,
  ],
  personal: parkingPersonal,
  data: { settings: ["parking_tariff", "parking_lot", "parking_config"] },
  unsettles: [emptyLots],
  tables: [schema],
  finds: [findsRecords, findsPasses],
  kinds: [expireParkingPasses],
  ledgers: ledgerBackends,
  invariants: {
    "a stay has paid what its payments hold": {
      says: m.rule_a_stay_has_paid_what_its_payments,
      broken: `
        select r.number, r.paid, coalesce(p.taken, 0) as taken
        from parking_record r
        left join (
          select corp_code, record_id, sum(taken) as taken from parking_charge group by corp_code, record_id
        ) p on p.corp_code = r.corp_code and p.record_id = r.id
        where r.paid <> coalesce(p.taken, 0)`,
      found: (row, options) =>
        m.audit_parking_paid({ number: said(row.number), paid: fen(row.paid), taken: fen(row.taken) }, options),
    },
    "of a stay that is over all was paid, waived or given back": {
      says: m.rule_of_a_stay_that_is_over_all,
      broken: `
        select number, fee, paid, waived, refunded
        from parking_record
        where status = 'left' and fee <> paid + waived + refunded`,
      found: (row, options) =>
        m.audit_parking_settled({ number: said(row.number), fee: fen(row.fee), paid: fen(row.paid) }, options),
    },
    "a month pass has paid what its terms hold": {
      says: m.rule_a_month_pass_has_paid_what_its,
      broken: `
        select p.number, p.paid, coalesce(t.taken, 0) as taken
        from parking_pass p
        left join (
          select corp_code, pass_id, sum(taken) as taken from parking_term group by corp_code, pass_id
        ) t on t.corp_code = p.corp_code and t.pass_id = p.id
        where p.paid <> coalesce(t.taken, 0)`,
      found: (row, options) =>
        m.audit_parking_pass({ number: said(row.number), paid: fen(row.paid), taken: fen(row.taken) }, options),
    },
    "a car park counts what stands inside": {
      says: m.rule_a_car_park_counts_what_stands_inside,
      broken: `
        select l.name, l.inside, coalesce(r.n, 0) as n
        from parking_lot l
        left join (
          select corp_code, lot_id, count(*) as n from parking_record where status = 'inside' group by corp_code, lot_id
        ) r on r.corp_code = l.corp_code and r.lot_id = l.id
        where l.inside <> coalesce(r.n, 0)`,
      found: (row, options) =>
        m.audit_parking_inside({ lot: said(row.name), inside: said(row.inside), n: said(row.n) }, options),
    },
    "a month pass that is valid has its plates, and no other has any": {
      says: m.rule_a_month_pass_that_is_valid_has,
      broken: `
        select p.number, p.status, count(c.id) as n
        from parking_pass p
        left join parking_pass_plate c on c.corp_code = p.corp_code and c.pass_id = p.id
        group by p.corp_code, p.id, p.number, p.status
        having (p.status = 'live') <> (count(c.id) > 0)`,
      found: (row, options) => m.audit_parking_plates({ number: said(row.number), n: said(row.n) }, options),
    },
  },
  demonstration: seedParking,
};
