/** Fields that the house has added and opened to applications: which there are, what an order may say in them, and what is told. */
import type { z } from "zod";
import type { openField, operations } from "~/contract/open/operations";
import { order } from "~/contract/order/order-lists";
import { type OwnFieldView, type OwnValues, ownCode, ownOf } from "~/contract/own-fields";
import type { AnyResource } from "~/contract/resource";
import { ticketType } from "~/contract/ticket/ticket-type";
import { checkedOwn, maskedValues, ownFieldsOf } from "../../kernel/own-fields";
import { Invalid } from "../../kernel/refusal";
import type { Call } from "../../kernel/served";
import { ownRow } from "../order/own";
import { ownRowsOf } from "../ticket/own-of-types";

const isOpen = ({ open, off }: OwnFieldView): boolean => open === true && !off;
/** What of a resource own fields ask for. */
const ofOrders = order as unknown as AnyResource;

async function openFieldsOf(call: Call, resource: Pick<AnyResource, "fields">): Promise<OwnFieldView[]> {
  return (await ownFieldsOf(call, resource)).filter(isOpen);
}

export async function fields(call: Call): Promise<z.output<(typeof operations)["fields"]["answers"]>> {
  return {
    order: (await openFieldsOf(call, order)).map(told),
    ticketType: (await openFieldsOf(call, ticketType)).map(told),
  };
}

function told({ code, label, kind, required, personal, help, max, least, most, choices }: OwnFieldView) {
  const known = choices.filter(({ off }) => !off).map(({ value, label: name }) => ({ value, label: name }));
  const bounds = { max: kind === "text" ? max : null, least, most };
  return { code, name: label, kind, required, personal, help, ...bounds, choices: known } satisfies z.output<
    typeof openField
  >;
}

/** Refused by field, before anything is sold. */
export async function ownOfRequest(call: Call, given: OwnValues | undefined): Promise<OwnValues> {
  try {
    return (await checkedOwn(call, ofOrders, given ?? {}, null, isOpen)) ?? {};
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const named = Object.entries(error.errors).map(([name, messages]) => [`own.${ownCode(name) ?? name}`, messages]);
    throw new Invalid(Object.fromEntries(named));
  }
}

export async function ownOfOrder(call: Call, orderId: number): Promise<OwnValues> {
  const open = await openFieldsOf(call, order);
  if (open.length === 0) return {};
  return shown(open, (await ownRow(call, orderId)) ?? {});
}

/** By ticket type; those that say nothing are left out. */
export async function ownOfTypes(call: Call, ids: readonly number[]): Promise<Map<number, OwnValues>> {
  const open = await openFieldsOf(call, ticketType);
  if (open.length === 0) return new Map();
  const rows = await ownRowsOf(call, ids);
  return new Map(rows.map((row) => [row.id, shown(open, row)]));
}

function shown(open: readonly OwnFieldView[], row: object): OwnValues {
  const personal = open.filter((one) => one.personal);
  const values = Object.entries(ownOf({ own: maskedValues(personal, row) }));
  return Object.fromEntries(values.filter(([code]) => open.some((one) => one.code === code))) as OwnValues;
}
