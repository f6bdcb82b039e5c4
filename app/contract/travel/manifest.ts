/** Travel trade: agencies. */
import type { ContractManifest } from "../manifest";
import * as account from "./account";
import { accountMenu, accountParameters } from "./account-terms";
import { agency } from "./agency";
import { agencyContact } from "./agency-contact";
import { agencyShare } from "./agency-share";
import * as agreed from "./agreed-quantity";
import { agreedDictionaries, agreedMenu } from "./agreed-terms";
import { agencyAgreement } from "./agreement";
import * as apply from "./apply";
import * as changeLog from "./change-log";
import * as customer from "./create-customer";
import { departmentHead } from "./department-head";
import { travelDictionaries } from "./dictionaries";
import * as exposure from "./exposure";
import { guide } from "./guide";
import * as guideVisitors from "./guide-visitors";
import { travelMenu } from "./menu-entries";
import * as plan from "./plan";
import { travelPriceGroup } from "./price-group";
import { agencyReceipt } from "./receipt";
import * as receiptPaid from "./receipt-paid";
import * as reception from "./reception";
import { receptionDictionaries, receptionMenu } from "./reception-terms";
import { salesRegion } from "./region";
import { agencySalesReport, agencySettlementReport } from "./reports";
import { agencyReview } from "./review";
import * as reward from "./reward";
import { rewardDictionaries, rewardMenu, rewardParameters } from "./reward-terms";
import { tradeSalesDictionaries, tradeSalesMenu } from "./sales-terms";
import * as sales from "./salesman";
import * as statement from "./statement";
import * as dispute from "./statement-dispute";
import * as due from "./statement-due";
import * as statementFile from "./statement-file";
import { statementDictionaries, statementMenu, statementParameters } from "./statement-terms";
import * as price from "./trade-price";

export const travel: ContractManifest = {
  reports: [agencySalesReport, agencySettlementReport],
  resources: [
    agency,
    agencyShare,
    agencyContact,
    agencyReview,
    agencyAgreement,
    salesRegion,
    sales.salesman,
    sales.salesTarget,
    departmentHead,
    travelPriceGroup,
    price.tradePrice,
    guide,
    statement.agencyStatement,
    agencyReceipt,
    dispute.statementDispute,
    agreed.agreedQuantity,
    reward.rewardRule,
    reward.guidePayee,
    reward.guideReward,
    reception.receptionRequest,
    reception.receptionQuota,
  ],
  methods: [
    ...[
      plan,
      price,
      account,
      exposure,
      apply,
      customer,
      agreed,
      guideVisitors,
      changeLog,
      receiptPaid,
      statement,
      statementFile,
      dispute,
      due,
    ],
    ...[reward, sales, reception],
  ],
  ledgers: [account.agencyLedger],
  menu: {
    ...travelMenu,
    ...accountMenu,
    ...tradeSalesMenu,
    ...statementMenu,
    ...agreedMenu,
    ...rewardMenu,
    ...receptionMenu,
  },
  parameters: { ...accountParameters, ...statementParameters, ...rewardParameters },
  dictionaries: {
    ...{ ...travelDictionaries, ...tradeSalesDictionaries, ...statementDictionaries, ...agreedDictionaries },
    ...{ ...rewardDictionaries, ...receptionDictionaries },
  },
};
