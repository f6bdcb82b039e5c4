import { m } from "~/contract/messages";
import { storedCard } from "~/contract/order/cash";
import { fen, said } from "../../kernel/invariant";
import { keepsBatchesOf } from "../card/batch-keeper";
import { countsInHands } from "../card/in-hands";
import { showsOnPhones } from "../card/wallet-links";
import type { BackendManifest } from "../manifest";
import { paysFrom } from "../order/payment/by-account";
import { paidByWay } from "../order/query-parts";
import { knowsNumbers } from "../ticket/other-codes";
import { storedAtGates } from "./at-gates";
import { ledgerBackends } from "./balances";
import { makeStored } from "./batch";
import { cardServed } from "./card";
import { cardShareServed } from "./card-share";
import { counterServed } from "./counter";
import { seedStored } from "./demonstration";
import { findsStoredCards } from "./find";
import { groupAccountServed, groupLedger } from "./group-account";
import { groupInvariants } from "./group-invariants";
import { groupPayer } from "./group-pay";
import { countStoredInHands } from "./in-hands";
import { listServed } from "./list-sale";
import { logServed } from "./log";
import { offlineServed } from "./offline";
import { storedPersonal } from "./personal";
import { remindOfStored } from "./remind";
import { ruleServed } from "./rule";
import * as schema from "./schema";
import { sells } from "./sells";
import { sheetServed } from "./sheet";
import { slipServed } from "./slip";
import { statementServed } from "./statement";
import { showStored, walletServed } from "./wallet";

countsInHands("stored", countStoredInHands);
knowsNumbers("stored", storedAtGates);
keepsBatchesOf("stored", makeStored);
showsOnPhones("stored", showStored);
paysFrom(groupPayer);

export const stored: BackendManifest = {
  served: [
    ...cardServed,
    ...logServed,
    ...ruleServed,
    ...offlineServed,
    counterServed,
    ...listServed,
    ...statementServed,
    slipServed,
    sheetServed,
    ...walletServed,
    ...cardShareServed,
    ...groupAccountServed,
  ],
  personal: storedPersonal,
  data: {
    settings: ["stored_rule", "stored_rule_place", "card_share"],
    money: ["stored_money", "group_card_ledger"],
  },
  finds: [findsStoredCards],
  tables: [schema],
  sells,
  kinds: [remindOfStored],
  demonstration: seedStored,
  ledgers: [...ledgerBackends, groupLedger],
  invariants: {
    ...groupInvariants,
    "what was handed over for a stored-value card is on it, or was spent": {
      says: m.rule_what_was_handed_over_for_a_stored,
      broken: `
        select c.number, coalesce(w.paid, 0) as paid, c.principal + c.deposit + coalesce(s.spent, 0) as due
        from stored_card c
        left join lateral (
          select sum(w.paid) as paid from stored_way w where w.corp_code = c.corp_code and w.card_id = c.id
        ) w on true
        left join lateral (
          select sum(s.principal - s.principal_back) as spent
          from stored_spend s where s.corp_code = c.corp_code and s.card_id = c.id
        ) s on true
        where coalesce(w.paid, 0) <> c.principal + c.deposit + coalesce(s.spent, 0)`,
      found: (row, options) =>
        m.audit_stored_paid({ number: said(row.number), paid: fen(row.paid), due: fen(row.due) }, options),
    },
    "what was topped up and did not go back is on its card, or was spent": {
      says: m.rule_what_was_topped_up_and_did_not,
      broken: `
        select c.number, coalesce(t.kept, 0) as paid, c.principal + coalesce(s.spent, 0) as due
        from stored_card c
        left join lateral (
          select sum(t.amount - t.returned) as kept
          from stored_top_up t where t.corp_code = c.corp_code and t.card_id = c.id
        ) t on true
        left join lateral (
          select sum(s.principal - s.principal_back) as spent
          from stored_spend s where s.corp_code = c.corp_code and s.card_id = c.id
        ) s on true
        where coalesce(t.kept, 0) <> c.principal + coalesce(s.spent, 0)`,
      found: (row, options) =>
        m.audit_stored_top_ups({ number: said(row.number), paid: fen(row.paid), due: fen(row.due) }, options),
    },
    "what orders were paid with stored-value cards was taken from cards": {
      says: m.rule_what_orders_were_paid_with_stored_value,
      broken: `
        select coalesce(p.order_id, s.order_id) as order_id, coalesce(p.paid, 0) as paid, coalesce(s.taken, 0) as taken
        from (${paidByWay(storedCard)}) p
        full join (
          select corp_code, order_id, sum(principal + gift - principal_back - gift_back) as taken from stored_spend
          where order_id is not null
          group by corp_code, order_id
        ) s on s.corp_code = p.corp_code and s.order_id = p.order_id
        where coalesce(p.paid, 0) <> coalesce(s.taken, 0)`,
      found: (row, options) =>
        m.audit_stored_order({ order: said(row.order_id), paid: fen(row.paid), taken: fen(row.taken) }, options),
    },
  },
};
