/** Tables of the chains that sales and refunds go through. */
import { refundFlow as declaredRefund, saleFlow as declaredSale } from "~/contract/order/flow";
import { linesTable } from "../../../kernel/lines-table";
import { resourceTable } from "../../../kernel/resource-table";

export const saleFlow = resourceTable(declaredSale, "sale_flow");
export const saleFlowStep = linesTable("sale_flow_step", declaredSale.fields.steps, saleFlow);
export const refundFlow = resourceTable(declaredRefund, "refund_flow");
export const refundFlowStep = linesTable("refund_flow_step", declaredRefund.fields.steps, refundFlow);
