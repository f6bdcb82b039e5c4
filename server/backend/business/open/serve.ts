/** A request of a connected application: who it is, what it asks, and the same commands that the console gives. */
import type { z } from "zod";
import { m } from "~/contract/messages";
import { openCall } from "~/contract/open/call";
import * as asked from "~/contract/open/operations";
import { inZone, zoneParameter } from "../../kernel/business-time";
import { parameterOf } from "../../kernel/parameters";
import { Invalid } from "../../kernel/refusal";
import { fieldErrors } from "../../kernel/run";
import { type Call, type Served, serveAfter } from "../../kernel/served";
import type { Sellable } from "../order/sellable";
import { type TakeQuota, takeQuota } from "../ticket/quota-take";
import { change, refund } from "./after-sales";
import { type Application, type Authenticated, authenticate } from "./authenticate";
import { mobile } from "./mobile";
import { confirm } from "./on-account";
import { tellOrder } from "./order-of";
import { cancel, create, pay } from "./orders";
import { fields } from "./own";
import { products } from "./products";

/** With a way of taking quota: the tests put in one without the condition, and see it oversell. */
export function openServed(sellables: readonly Sellable[], take: TakeQuota = takeQuota): Served {
  return serveAfter(openCall, authenticate, async (call, { body }, authenticated) => {
    const { application, operation, query } = authenticated;
    const name = application.name;
    // The entries of the audit log are written with what the call says of its caller.
    Object.assign(call.caller, { name, application: { id: application.id } });
    const own = asApplication(call);
    const { takes, verb } = asked.operations[operation];
    const parsed = takes.strict().safeParse(verb === "GET" ? query : readJson(body));
    if (!parsed.success) throw new Invalid(fieldErrors(parsed.error));
    const zone = await parameterOf(call.db, zoneParameter);
    return inZone(zone, () => run(own, authenticated, parsed.data, sellables, take));
  });
}

function readJson(body: string): unknown {
  try {
    return body.trim() === "" ? {} : JSON.parse(body);
  } catch {
    throw new Invalid({ "": [m.open_no_json()] });
  }
}

/** It sees network orders, and holds no right of staff; whose order it is was asked before. */
function asApplication(call: Call): Call {
  return { ...call, may: async () => false, opens: async (fun) => fun === "networkOrderList" };
}

function run(
  call: Call,
  { operation, application, outerNo }: Authenticated & { application: Application },
  data: unknown,
  sellables: readonly Sellable[],
  take: TakeQuota,
): Promise<unknown> {
  const as = <S extends z.ZodType>(_schema: S) => data as z.output<S>;
  const { operations } = asked;
  switch (operation) {
    case "products":
      return products(call, application, as(operations.products.takes));
    case "fields":
      return fields(call);
    case "mobile":
      return mobile(call);
    case "create":
      return create(call, application, as(operations.create.takes), take);
    case "query":
      return tellOrder(call, application, outerNo);
    case "pay":
      return pay(call, application, sellables, outerNo, as(operations.pay.takes));
    case "confirm":
      return confirm(call, application, sellables, outerNo, as(operations.confirm.takes));
    case "cancel":
      return cancel(call, application, sellables, outerNo, as(operations.cancel.takes));
    case "refund":
      return refund(call, application, sellables, outerNo, as(operations.refund.takes));
    case "change":
      return change(call, application, outerNo, as(operations.change.takes));
  }
}
