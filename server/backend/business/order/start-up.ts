/** What of payment and sales stands: for the start-up guide. */
import { sql } from "drizzle-orm";
import { fromAccounts } from "~/contract/order/cash";
import type { Option } from "~/contract/resource";
import { optionsOf } from "../../kernel/dictionaries";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

export interface PayStanding {
  /** Payment types that a counter can take of anybody. */
  payTypes: Option[];
  printers: Option[];
  /** The setting of all windows, whether or not it is in use. */
  setting: {
    id: number;
    name: string;
    rowVersion: number;
    status: string;
    remark: string | null;
    types: string[];
  } | null;
  /** Something was sold, the order that is left out aside. */
  sold: boolean;
}

export async function payStanding(
  { db, locale }: Pick<Call, "db" | "locale">,
  channel: string,
  except: number | null,
): Promise<PayStanding> {
  const found = await firstOf<PayStanding>(
    db,
    sql`
      select
        ${optionsOf("paymentType", locale)} as "payTypes",
        ${optionsOf("printerKind", locale)} as printers,
        (
          select json_build_object(
            'id', s.id, 'name', s.name, 'rowVersion', s.row_version, 'status', s.status, 'remark', s.remark,
            'types', (
              select coalesce(json_agg(t.payment_type order by t.position), '[]')
              from pay_setting_type t
              where t.corp_code = s.corp_code and t.pay_setting_id = s.id
            )
          )
          from pay_setting s
          where s.channel = ${channel} and s.pos_id is null
        ) as setting,
        exists (select from orders where id <> ${except ?? 0}) as sold
    `,
  );
  if (!found) return { payTypes: [], printers: [], setting: null, sold: false };
  return { ...found, payTypes: found.payTypes.filter(({ value }) => !fromAccounts.includes(value)) };
}

export interface SaleStanding {
  orderId: number;
  orderNo: string;
  paid: number;
  refunded: number;
  /** A refund of it waits for somebody. */
  refundWaits: boolean;
}

export function saleStanding({ db }: Pick<Call, "db">, orderId: number): Promise<SaleStanding | undefined> {
  return firstOf<SaleStanding>(
    db,
    sql`
      select o.id::float8 as "orderId", o.order_no as "orderNo", o.paid::float8 as paid, o.refunded::float8 as refunded,
             exists (
               select from refund r
               where r.corp_code = o.corp_code and r.order_id = o.id and r.state in ('waiting', 'held')
             ) as "refundWaits"
      from orders o
      where o.id = ${orderId}
    `,
  );
}
