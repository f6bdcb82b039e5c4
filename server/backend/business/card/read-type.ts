/** A type with its fee, places, blackouts and upgrades, as sales, steps, gates and sentences need it. */
import { sql } from "drizzle-orm";
import type { ScaleStep } from "~/contract/card/fee";
import { m } from "~/contract/messages";
import { Invalid } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { gateGroupReference } from "../ticket/gate";
import { parkReference } from "../ticket/park";
import type { Length } from "./rules";

export interface ReadType extends Length {
  id: number;
  name: string;
  kind: string;
  status: string;
  price: number;
  perDay: number | null;
  inAll: number | null;
  minutesBetween: number | null;
  holdersMost: number;
  asksIdentity: boolean;
  asksMobile: boolean;
  asksPhoto: boolean;
  /** May be had on a phone; there with a code that changes. */
  wallet: boolean;
  walletRotates: boolean;
  /** Of stored value: with what is on it, and its last movements. */
  walletBalance: boolean;
  fromStock: boolean;
  stockWarn: number | null;
  renewable: boolean;
  renewBefore: number | null;
  renewAfter: number | null;
  renewalPrice: number | null;
  fee: {
    name: string;
    issue: number;
    deposit: number;
    replacement: number;
    renewal: number;
    basis: string;
    steps: ScaleStep[];
  };
  places: { parkId: number; parkName: string; gateGroupId: number | null; gateGroupName: string | null }[];
  offs: { fromDay: string; toDay: string }[];
  upgrades: { id: number; name: string }[];
  /** Of stored value: one person holds one. */
  onePerPerson: boolean;
  /** Of stored value: when gift is spent, what may be refunded, what top-ups bring. */
  giftOrder: string | null;
  refundRule: string | null;
  tiers: { from: number; gift: number }[];
}

const inCorp = sql`current_setting('app.corp_code')`;

/** `only` null: those that are sold. */
export async function readTypes({ db }: Pick<Call, "db">, only: readonly number[] | null): Promise<ReadType[]> {
  const which =
    only === null ? sql`t.status = 'T' and t.kind <> 'employee'` : sql`t.id = any (${`{${only.join(",")}}`}::bigint[])`;
  return rowsOf<ReadType>(
    db,
    sql`
      select t.id::float8 as id, t.name, t.kind, t.status, t.price::float8 as price, t.validity, t.months, t.days,
             t.fixed_from::text as "fixedFrom", t.fixed_to::text as "fixedTo", t.per_day as "perDay", t.in_all as "inAll",
             t.minutes_between as "minutesBetween", coalesce(t.holders_most, 1) as "holdersMost", t.asks_identity as "asksIdentity",
             t.asks_mobile as "asksMobile", t.asks_photo as "asksPhoto", t.from_stock as "fromStock",
             t.wallet, t.wallet_rotates as "walletRotates", t.one_per_person as "onePerPerson",
             t.wallet_balance as "walletBalance",
             t.stock_warn as "stockWarn", t.renewable, t.renew_before as "renewBefore",
             t.renew_after as "renewAfter", t.renewal_price::float8 as "renewalPrice", t.gift_order as "giftOrder",
             t.refund_rule as "refundRule",
             (select coalesce(jsonb_agg(jsonb_build_object('from', g.from_amount, 'gift', g.gift) order by g.position), '[]')
              from card_type_tier g where g.corp_code = t.corp_code and g.card_type_id = t.id) as tiers,
             (select jsonb_build_object(
                'name', f.name, 'issue', f.issue, 'deposit', f.deposit, 'replacement', f.replacement, 'renewal', f.renewal,
                'basis', f.scale_basis,
                'steps', (select coalesce(jsonb_agg(jsonb_build_object('until', s.until, 'percent', s.percent)
                                                    order by s.position), '[]')
                          from card_fee_step s where s.corp_code = f.corp_code and s.card_fee_id = f.id))
              from card_fee f where f.corp_code = t.corp_code and f.id = t.card_fee_id) as fee,
             (select coalesce(jsonb_agg(jsonb_build_object(
                'parkId', l.park_id, 'parkName', p.name, 'gateGroupId', l.gate_group_id, 'gateGroupName', g.name)
                order by l.position), '[]')
              from card_type_place l
              join ${parkReference.table} p on p.corp_code = l.corp_code and p.id = l.park_id
              left join ${gateGroupReference.table} g on g.corp_code = l.corp_code and g.id = l.gate_group_id
              where l.corp_code = t.corp_code and l.card_type_id = t.id) as places,
             (select coalesce(jsonb_agg(jsonb_build_object('fromDay', o.from_day, 'toDay', o.to_day)
                order by o.from_day), '[]')
              from card_type_off o where o.corp_code = t.corp_code and o.card_type_id = t.id) as offs,
             (select coalesce(jsonb_agg(jsonb_build_object('id', u.to_type_id, 'name', x.name) order by u.position), '[]')
              from card_type_upgrade u
              join card_type x on x.corp_code = u.corp_code and x.id = u.to_type_id
              where u.corp_code = t.corp_code and u.card_type_id = t.id) as upgrades
      from card_type t
      where t.corp_code = ${inCorp} and ${which}
      order by t.id
      limit 200
    `,
  );
}

/** A type that is not there is Invalid, by the field that names it. */
export async function readType(call: Pick<Call, "db">, id: number, field = "cardTypeId"): Promise<ReadType> {
  const [type] = await readTypes(call, [id]);
  if (!type) throw new Invalid({ [field]: [m.v_option()] });
  return type;
}
