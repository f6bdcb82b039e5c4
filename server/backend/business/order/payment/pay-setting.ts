/** Payment types by till: the settings, and what one of them leaves of the dictionary. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { paySetting as resource } from "~/contract/order/pay-setting";
import { dependsOn } from "../../../kernel/depends-on";
import { dictionariesOf } from "../../../kernel/dictionaries";
import { Invalid } from "../../../kernel/refusal";
import { serveResource } from "../../../kernel/resource";
import type { Values } from "../../../kernel/resource-backend";
import { firstOf } from "../../../kernel/rows";
import type { Call, Served } from "../../../kernel/served";
import { paySettingType, paySetting as table } from "./pay-schema";
import { posReference } from "./pos-reference";

dependsOn("pos", { table, by: table.posId, name: table.name, words: m.pay_dep });

export const paySettingServed: Served[] = [
  ...serveResource(resource, {
    table,
    lines: { types: paySettingType },
    references: { posId: posReference },
    check: onlyOne,
  }),
];

/** One setting for a channel and till: of two nobody could say which holds. An index says so as well. */
async function onlyOne(call: Call, values: Values, before: Values | null): Promise<void> {
  const { channel, posId } = { ...before, ...values };
  const twin = await firstOf<{ name: string }>(
    call.db,
    sql`
      select name
      from pay_setting
      where coalesce(channel, '') = ${String(channel ?? "")}
        and coalesce(pos_id, 0) = ${Number(posId ?? 0)}
        and id <> ${Number(before?.id ?? 0)}
    `,
  );
  if (twin) throw new Invalid({ [posId ? "posId" : "channel"]: [m.pay_twin({ name: twin.name })] });
}

/** Where money is taken. No till: what holds for the channel. */
export interface Till {
  channel: string;
  posId: number | null;
}

/** A setting in use. */
export interface PayChoice {
  channel: string | null;
  posId: number | null;
  /** In their order. */
  types: string[];
}

/** For a statement of others: the settings in use that may hold for a till, or all of a channel; a JSON array. */
export function choicesOf(channel: string, posId?: number | null): SQL {
  const here = posId === undefined ? sql`true` : sql`(s.pos_id is null or s.pos_id = ${posId}::bigint)`;
  return sql`coalesce((
    select json_agg(json_build_object(
      'channel', s.channel,
      'posId', s.pos_id,
      'types', (
        select coalesce(json_agg(t.payment_type order by t.position), '[]')
        from pay_setting_type t
        where t.corp_code = s.corp_code and t.pay_setting_id = s.id
      )
    ))
    from pay_setting s
    where s.status = 'T'
      and (s.channel is null or s.channel = ${channel})
      and ${here}
  ), '[]')`;
}

/** The types of the nearest setting: of the till and channel, the till, the channel, then for all; null: none holds. */
export function choiceAt(choices: readonly PayChoice[], till: Till): readonly string[] | null {
  const near = ({ channel, posId }: PayChoice) => (posId === null ? 0 : 2) + (channel === null ? 0 : 1);
  const fitting = choices.filter(
    ({ channel, posId }) => (channel ?? till.channel) === till.channel && (posId ?? till.posId) === till.posId,
  );
  return fitting.sort((one, other) => near(other) - near(one))[0]?.types ?? null;
}

/** The options that a till offers, in its order; all of them where nothing was set. */
export function offeredAt<O extends { value: string }>(
  options: readonly O[],
  choices: readonly PayChoice[],
  till: Till,
): O[] {
  const choice = choiceAt(choices, till);
  if (!choice) return [...options];
  return choice.flatMap((type) => options.filter(({ value }) => value === type));
}

/** Why a till does not take a payment type; of one that it takes nothing. */
export async function notTakenHere(call: Call, paymentType: string): Promise<string> {
  const { paymentType: types = [] } = await dictionariesOf(call.db, ["paymentType"], call.locale);
  return m.r_payment_type_not_here({ type: types.find(({ value }) => value === paymentType)?.label ?? paymentType });
}
