/** Screens of the travel trade that only it has. */
import { agencyAccount } from "../../contract/travel/account";
import { agreedStanding } from "../../contract/travel/agreed-quantity";
import { travelLog } from "../../contract/travel/change-log";
import { createCustomerForm } from "../../contract/travel/create-customer";
import { agencyExposure } from "../../contract/travel/exposure";
import { guideVisitors } from "../../contract/travel/guide-visitors";
import { regionalPlan } from "../../contract/travel/plan";
import { receptionReport } from "../../contract/travel/reception";
import { guideRewardMonth } from "../../contract/travel/reward";
import { salesmanLeft } from "../../contract/travel/salesman";
import { agencyStatementRows } from "../../contract/travel/statement";
import { statementsDue } from "../../contract/travel/statement-due";
import { agencyStatementFile } from "../../contract/travel/statement-file";
import { tradePriceWhy } from "../../contract/travel/trade-price";
import { page, rowPage, type ScreenManifest } from "../screen-manifest";
import { agencyRow, agreedRow, receiptRow } from "./row-blocks";

export const travel: ScreenManifest = {
  details: { agency: rowPage, agreedQuantity: rowPage, agencyReceipt: rowPage },
  rows: { agency: agencyRow, agreedQuantity: agreedRow, agencyReceipt: receiptRow },
  pages: [
    page("/travel/agencyList/:id/account", "travel/account.tsx", agencyAccount),
    page("/travelInfo/createCustomer", "travel/create-customer.tsx", createCustomerForm),
    page("/travel/exposure", "travel/exposure.tsx", agencyExposure),
    page("/travel/exposure/file", "travel/exposure-file.ts", agencyExposure),
    page("/travel/statementList/:id/rows", "travel/statement.tsx", agencyStatementRows),
    page("/travel/statementList/:id/file", "travel/statement-file.ts", agencyStatementFile),
    page("/travel/statementList/due", "travel/statements-due.tsx", statementsDue),
    page("/addSalesmanManage/:id/left", "travel/salesman-left.tsx", salesmanLeft),
    page("/regionalPlan/index", "travel/plan.tsx", regionalPlan),
    page("/travelInfo/guiderNumDetail", "travel/guide-visitors.tsx", guideVisitors),
    page("/travelInfo/guiderNumDetail/file", "travel/guide-visitors-file.ts", guideVisitors),
    page("/travelInfo/reception/report", "travel/reception-report.tsx", receptionReport),
    page("/travelInfo/guideRewards/month", "travel/reward-month.tsx", guideRewardMonth),
    page("/travelInfo/travelTypePrice/why", "travel/why-price.tsx", tradePriceWhy),
    page("/travelInfo/travelAgreedTicketNumDetail/:id/standing", "travel/agreed-standing.tsx", agreedStanding),
    page("/travelLogDetail", "travel/change-log.tsx", travelLog),
  ],
};
