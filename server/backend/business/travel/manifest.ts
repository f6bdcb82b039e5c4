import { m } from "~/contract/messages";
import { onAccount } from "~/contract/order/cash";
import { fen, said } from "../../kernel/invariant";
import type { BackendManifest } from "../manifest";
import { keepsBesideOrders } from "../order/list-beside";
import { tellsOrigins } from "../order/origins";
import { paidByWay } from "../order/query-parts";
import { accountServed } from "./account";
import * as accountSchema from "./account-schema";
import { accountLedgers } from "./accounts";
import { agencyServed } from "./agency";
import { contactServed } from "./agency-contact";
import { agencyShareServed } from "./agency-share";
import { agreedServed } from "./agreed-quantity";
import * as agreedSchema from "./agreed-schema";
import { agreementServed, warnAgreements } from "./agreement";
import { applyServed } from "./apply";
import { changeLogServed } from "./change-log";
import { createCustomerServed } from "./create-customer";
import { seedTrade } from "./demonstration";
import { headServed } from "./department-head";
import { exposureServed } from "./exposure";
import { findsAgencies, findsGuides } from "./find";
import { guideServed } from "./guide";
import { guideVisitorsServed } from "./guide-visitors";
import { tradeBeside, tradeOrigin } from "./order-origin";
import { travelPersonal } from "./personal";
import { planServed } from "./plan";
import { priceGroupServed } from "./price-group";
import { receiptServed } from "./receipt";
import { receptionServed } from "./reception";
import * as receptionSchema from "./reception-schema";
import { regionServed } from "./region";
import { reportsServed } from "./reports";
import { reviewServed } from "./review";
import { rewardServed } from "./reward";
import * as rewardSchema from "./reward-schema";
import * as salesSchema from "./sales-schema";
import { salesmanServed } from "./salesman";
import * as schema from "./schema";
import { moveAgesJob } from "./sold-by-age";
import { statementServed } from "./statement";
import { statementDisputeServed } from "./statement-dispute";
import { statementDueServed } from "./statement-due";
import { statementFileServed } from "./statement-file";
import { statementInvariants } from "./statement-invariants";
import { makeStatementsJob } from "./statement-job";
import { statementRowsServed } from "./statement-rows";
import * as statementSchema from "./statement-schema";
import { priceServed } from "./trade-price";
import { nothingTaken } from "./unsettle";
import { travelYears } from "./years";

tellsOrigins(tradeOrigin);
keepsBesideOrders(tradeBeside);

export const travel: BackendManifest = {
  served: [
    ...agencyServed,
    ...agencyShareServed,
    ...contactServed,
    ...reviewServed,
    ...agreementServed,
    ...applyServed,
    ...createCustomerServed,
    ...agreedServed,
    ...regionServed,
    ...salesmanServed,
    ...headServed,
    ...priceGroupServed,
    ...guideServed,
    ...planServed,
    ...guideVisitorsServed,
    ...priceServed,
    ...statementServed,
    ...receiptServed,
    ...statementDisputeServed,
    ...statementDueServed,
    statementRowsServed,
    statementFileServed,
    ...accountServed,
    exposureServed,
    changeLogServed,
    ...reportsServed,
    ...rewardServed,
    ...receptionServed,
  ],
  unsettles: [nothingTaken],
  personal: travelPersonal,
  data: {
    settings: [
      "agency_contact",
      "agency_share",
      "agreed_quantity",
      "agreed_quantity_tier",
      "department_head",
      "guide",
      "guide_agency",
      "guide_payee",
      "reception_quota",
      "reward_rule",
      "sales_region",
      "sales_target",
      "salesman",
      "travel_agency",
      "travel_agreement",
      "travel_price",
      "travel_price_group",
      "travel_review",
      "travel_application",
    ],
  },
  finds: [findsAgencies, findsGuides],
  tables: [schema, salesSchema, accountSchema, statementSchema, agreedSchema, rewardSchema, receptionSchema],
  ledgers: accountLedgers,
  invariants: {
    ...statementInvariants,
    "what an account was sold on credit, by age, is on the ledger": {
      says: m.rule_what_an_account_was_sold_on_credit,
      broken: `
        select a.name, coalesce(w.sold, 0) as held, coalesce(l.sum, 0) as sum
        from agency_account k
        join travel_agency a on a.corp_code = k.corp_code and a.id = k.agency_id
        left join agency_sold w on w.corp_code = k.corp_code and w.agency_account_id = k.id
        left join lateral (
          select sum(l.used_change) as sum,
                 coalesce(sum(l.used_change) filter (where l.at < w.from_first), 0) as before_first,
                 coalesce(sum(l.used_change) filter (where l.at < w.from_second), 0) as before_second,
                 coalesce(sum(l.used_change) filter (where l.at < w.from_third), 0) as before_third
          from agency_ledger l
          where l.corp_code = k.corp_code and l.agency_account_id = k.id and l.used_change > 0
        ) l on true
        where coalesce(w.sold, 0) <> coalesce(l.sum, 0)
           or w.before_first <> l.before_first
           or w.before_second <> l.before_second
           or w.before_third <> l.before_third`,
      found: (row, options) =>
        m.audit_agency_sold({ name: said(row.name), held: fen(row.held), sum: fen(row.sum) }, options),
    },
    "a rebate is on the ledger less what was taken back": {
      says: m.rule_a_rebate_is_on_the_ledger_less,
      broken: `
        select q.code, coalesce(q.amount, 0) - coalesce(q.taken_back, 0) as booked, coalesce(l.sum, 0) as sum
        from agreed_quantity q
        left join (
          select corp_code, agency_id, source, sum(prepaid_change - used_change) as sum
          from agency_ledger
          where kind in ('rebate', 'rebateOwed', 'rebateBack', 'rebateBackOwed')
          group by 1, 2, 3
        ) l on l.corp_code = q.corp_code and l.agency_id = q.agency_id and l.source = q.code
        where coalesce(q.amount, 0) - coalesce(q.taken_back, 0) <> coalesce(l.sum, 0)`,
      found: (row, options) =>
        m.audit_agreed_rebate({ code: said(row.code), booked: fen(row.booked), sum: fen(row.sum) }, options),
    },
    "a department's quota holds what was approved of it": {
      says: m.rule_a_department_quota_holds_what_was_approved,
      broken: `
        select q.year, q.used, coalesce(r.sum, 0) as sum
        from reception_quota q
        left join (
          select corp_code, department_id, extract(year from visit_day)::int as year, sum(count) as sum
          from reception_request where status in ('approved', 'issued') group by 1, 2, 3
        ) r on r.corp_code = q.corp_code and r.department_id = q.department_id and r.year = q.year
        where q.used <> coalesce(r.sum, 0)`,
      found: (row, options) =>
        m.audit_reception({ year: said(row.year), used: said(row.used), sum: said(row.sum) }, options),
    },
    "a reward is what its tickets earned": {
      says: m.rule_a_reward_is_what_its_tickets_earned,
      broken: `
        select w.code, w.amount - w.clawed as held, coalesce(t.sum, 0) as sum
        from guide_reward w
        left join (
          select corp_code, reward_id, sum(amount) filter (where clawed_at is null) as sum
          from guide_reward_ticket group by 1, 2
        ) t on t.corp_code = w.corp_code and t.reward_id = w.id
        where w.status <> 'void' and w.amount - w.clawed <> coalesce(t.sum, 0)`,
      found: (row, options) =>
        m.audit_reward({ code: said(row.code), held: fen(row.held), sum: fen(row.sum) }, options),
    },
    "what orders were paid on account was charged to agencies": {
      says: m.rule_what_orders_were_paid_on_account_was,
      broken: `
        select coalesce(p.order_id, c.order_id) as order_id, coalesce(p.paid, 0) as paid, coalesce(c.taken, 0) as taken
        from (${paidByWay(onAccount)}) p
        full join (
          select corp_code, order_id, prepaid + credit - prepaid_back - credit_back as taken from agency_charge
        ) c on c.corp_code = p.corp_code and c.order_id = p.order_id
        where coalesce(p.paid, 0) <> coalesce(c.taken, 0)`,
      found: (row, options) =>
        m.audit_agency_order({ order: said(row.order_id), paid: fen(row.paid), taken: fen(row.taken) }, options),
    },
    "all corps use no more of a shared agency than its limit over the group": {
      says: m.rule_a_shared_agency_keeps_its_group_limit,
      broken: `
        select a.corp_code, a.name, a.group_limit as most, sum(k.used) as used
        from travel_agency a
        join travel_agency b
          on (b.corp_code = a.corp_code and b.id = a.id) or (b.owner_code = a.corp_code and b.owner_agency_id = a.id)
        join agency_account k on k.corp_code = b.corp_code and k.agency_id = b.id
        where a.group_limit is not null
        group by a.corp_code, a.id, a.name, a.group_limit
        having sum(k.used) > a.group_limit`,
      found: (row, options) =>
        m.audit_agency_group_over({ name: said(row.name), used: fen(row.used), limit: fen(row.most) }, options),
    },
    "no agency has used more than its credit limit and an exception allow": {
      says: m.rule_no_agency_has_used_more_than_its,
      broken: `
        select a.name, k.used, coalesce(a.credit_limit, 0) as most
        from agency_account k
        join travel_agency a on a.corp_code = k.corp_code and a.id = k.agency_id
        where k.used > coalesce(a.credit_limit, 0) + coalesce((
          select max(e.used_over) from agency_exception e
          where e.corp_code = k.corp_code and e.agency_id = k.agency_id
        ), 0)`,
      found: (row, options) =>
        m.audit_agency_over({ name: said(row.name), used: fen(row.used), limit: fen(row.most) }, options),
    },
  },
  years: travelYears,
  kinds: [moveAgesJob, warnAgreements, makeStatementsJob],
  demonstration: seedTrade,
};
