/** The steps of a corp's chain in their order: one look at each sale and each refund. */
import { sql } from "drizzle-orm";
import type { RefundNode, SaleNode, Step } from "~/contract/order/flow-steps";
import { prepared } from "../../../kernel/prepared";
import type { Call } from "../../../kernel/served";

const ofSale = `
  select node, active, amount::float8 as amount, count
  from sale_flow_step
  where corp_code = current_setting('app.corp_code')
  order by position
`;

const ofRefund = `
  select node, active, amount::float8 as amount, count
  from refund_flow_step
  where corp_code = current_setting('app.corp_code')
  order by position
`;

/** The same as a value of a statement that asks for more. */
export const saleStepsValue = sql`(
  select coalesce(json_agg(json_build_object('node', node, 'active', active, 'amount', amount, 'count', count) order by position), '[]')
  from sale_flow_step
  where corp_code = current_setting('app.corp_code')
)`;

export const saleSteps = ({ db }: Pick<Call, "db">) => prepared<Step<SaleNode>>(db, ofSale, []);
export const refundSteps = ({ db }: Pick<Call, "db">) => prepared<Step<RefundNode>>(db, ofRefund, []);
