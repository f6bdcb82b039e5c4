import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { fen, said } from "../../kernel/invariant";
import type { BackendManifest } from "../manifest";
import { admitsAlso } from "../ticket/other-codes";
import { cardsAtGates } from "./admission";
import { cardLists, cardServed, employeeCardList } from "./card";
import { counterServed } from "./counter";
import { seedCards } from "./demonstration";
import { ledgerBackend } from "./deposits";
import { employeeCardsServed } from "./employee-cards";
import { expireCards } from "./expire";
import { findsCards } from "./find";
import { listSaleServed } from "./list-sale";
import { logServed } from "./log";
import { mailCardHolders } from "./mail-job";
import { cardPersonal } from "./personal";
import { cardPortables } from "./portables";
import { remindOfCards } from "./remind";
import { reportServed } from "./report";
import { saleServed } from "./sale";
import * as schema from "./schema";
import { sells } from "./sells";
import { batchServed } from "./stock";
import { templateServed } from "./template";
import { typeServed } from "./type";
import { walletServed } from "./wallet";

admitsAlso("card", cardsAtGates());

export const card: BackendManifest = {
  portables: cardPortables,
  served: [
    ...templateServed,
    ...typeServed,
    ...batchServed,
    ...cardServed,
    ...cardLists,
    ...logServed,
    saleServed,
    ...listSaleServed,
    ...walletServed,
    counterServed,
    ...employeeCardList,
    ...employeeCardsServed,
    ...reportServed,
  ],
  personal: cardPersonal,
  data: {
    settings: [
      "card_fee",
      "card_fee_step",
      "card_template",
      "card_template_element",
      "card_type",
      "card_type_off",
      "card_type_place",
      "card_type_tier",
      "card_type_upgrade",
    ],
    traces: ["card_mail"],
  },
  finds: [findsCards],
  tables: [schema],
  sells,
  kinds: [expireCards, remindOfCards, mailCardHolders],
  purges: [
    {
      ...{ table: "card_mail", what: "Letters to card holders, that went or were given up", kept: 90 },
      ...{ by: "asked_at", where: sql`state in ('sent', 'failed')` },
    },
  ],
  ledgers: [ledgerBackend],
  invariants: {
    "a card shows the deposit that its account holds, and an account's deposit is shown by one card": {
      says: m.rule_a_card_shows_the_deposit_that_its,
      broken: `
        select a.id as account, c.number, a.held, c.deposit
        from season_card_deposit a
        full join season_card c on c.corp_code = a.corp_code and c.deposit_id = a.id
        where coalesce(a.held, 0) <> coalesce(c.deposit, 0)`,
      found: (row, options) =>
        m.audit_card_deposit({ number: said(row.number), held: fen(row.held), ofCard: fen(row.deposit) }, options),
    },
    "one person holds one card of a type that is not over": {
      says: m.rule_one_person_holds_one_card_of_a,
      broken: `
        select h.card_type_id, min(c.number) as one, max(c.number) as other
        from season_card_holder h
        join season_card c on c.corp_code = h.corp_code and c.id = h.card_id
        where h.identity <> '' and c.status in ('sold', 'active', 'frozen')
        group by h.corp_code, h.card_type_id, h.document, h.country, h.identity
        having count(*) > 1`,
      found: (row, options) => m.audit_card_twice({ one: said(row.one), other: said(row.other) }, options),
    },
    "one employee holds one card that is not over": {
      says: m.rule_one_employee_holds_one_card_that_is,
      broken: `
        select min(c.number) as one, max(c.number) as other
        from season_card_holder h
        join season_card c on c.corp_code = h.corp_code and c.id = h.card_id
        where h.employee_id is not null and c.status in ('sold', 'active', 'frozen')
        group by h.corp_code, h.employee_id
        having count(*) > 1`,
      found: (row, options) => m.audit_card_twice({ one: said(row.one), other: said(row.other) }, options),
    },
    "a card has as many visits as passages that were not taken back": {
      says: m.rule_a_card_has_as_many_visits_as,
      broken: `
        select c.number, c.visits, coalesce(sum(s.entries), 0) as passes
        from season_card c
        left join season_card_pass s on s.corp_code = c.corp_code and s.card_id = c.id
        group by c.corp_code, c.id, c.number, c.visits
        having c.visits <> coalesce(sum(s.entries), 0)`,
      found: (row, options) =>
        m.audit_card_visits({ number: said(row.number), visits: said(row.visits), passes: said(row.passes) }, options),
    },
  },
  demonstration: seedCards,
};
