/** What the buttons of the seat sale do: each answers where to go and what to say. */
import type { AppLoadContext } from "@remix-run/node";
import { m } from "~/contract/messages";
import { formatYuan, parseYuan } from "~/contract/money";
import { theatrePolicySet } from "~/contract/theatre/policy";
import {
  theatreBest,
  theatreBlock,
  theatreHold,
  theatreRelease,
  theatreSell,
  theatreTakeAside,
} from "~/contract/theatre/sale";
import { keyOf } from "../card/counter-form.server";

export const idOf = (text: FormDataEntryValue | null): number | undefined =>
  typeof text === "string" && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

export const idsOf = (form: FormData, name: string): number[] => form.getAll(name).flatMap((text) => idOf(text) ?? []);

/** Which area of a session is shown, and which of its rows. */
export function partOf(asked: URLSearchParams): { areaId?: number; from?: number } {
  const [areaId, from] = [idOf(asked.get("area")), idOf(asked.get("from"))];
  return { ...(areaId !== undefined && { areaId }), ...(from !== undefined && from < 10_000 && { from }) };
}

interface Pressed {
  to: string;
  said: string;
}

export async function press(context: AppLoadContext, form: FormData): Promise<Pressed> {
  const sessionId = idOf(form.get("session"));
  if (sessionId === undefined) throw new Response(null, { status: 400 });
  const area = idOf(form.get("area"));
  const from = idOf(form.get("from"));
  const to = `/theatre/seatSale?session=${sessionId}${area === undefined ? "" : `&area=${area}`}${from === undefined ? "" : `&from=${from}`}`;
  const { dispatch } = context;
  const seatIds = idsOf(form, "seat");
  const held = ({ seats, until }: { seats: number; until: string }) => ({
    to,
    said: m.theatre_did_hold({ n: seats, at: until.slice(11, 16) }),
  });
  const intent = String(form.get("intent"));
  const one = idOf(/^release:(\d+)$/.exec(intent)?.[1] ?? null);
  switch (one === undefined ? intent : "release") {
    case "hold": {
      const leaveGaps = form.get("leaveGaps") === "T";
      return held(
        await dispatch.call(theatreHold, {
          sessionId,
          seatIds,
          ...(leaveGaps ? { leaveGaps } : { withPartners: true }),
        }),
      );
    }
    case "best": {
      const zone = String(form.get("zone") ?? "").slice(0, 1);
      const wheelchair = form.get("wheelchair") === "T";
      const count = Number(form.get("count"));
      return held(await dispatch.call(theatreBest, { sessionId, count, zone, wheelchair }));
    }
    case "aside":
      return held(await dispatch.call(theatreTakeAside, { sessionId, preselectId: idOf(form.get("preselect")) ?? 0 }));
    case "release": {
      const { seats } = await dispatch.call(theatreRelease, {
        sessionId,
        ...(one !== undefined && { seatIds: [one] }),
      });
      return { to, said: m.theatre_did_release({ n: seats }) };
    }
    case "policy": {
      const seats = [...form.keys()].flatMap((name) => {
        const seatId = idOf(/^policy\.(\d+)$/.exec(name)?.[1] ?? null);
        return seatId === undefined ? [] : [{ seatId, policyId: idOf(form.get(name)) ?? null }];
      });
      const { payable } = await dispatch.call(theatrePolicySet, { sessionId, seats });
      return { to, said: m.theatre_did_policy({ amount: formatYuan(payable) }) };
    }
    case "block":
    case "unblock": {
      const block = intent === "block";
      const { seats } = await dispatch.call(theatreBlock, { sessionId, seatIds, block });
      return { to, said: m.theatre_did_block({ n: seats }) };
    }
    case "sell":
      return sell(context, form, sessionId);
    default:
      throw new Response(null, { status: 400 });
  }
}

async function sell({ dispatch }: AppLoadContext, form: FormData, sessionId: number): Promise<Pressed> {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const given = parseYuan(text("given"));
  const areas = [...form.keys()].flatMap((name) => {
    const [, area = "", policy = null] = /^place\.(\d+)(?:\.(\d+))?$/.exec(name) ?? [];
    const [areaId, policyId] = [idOf(area), idOf(policy)];
    const quantity = Number(text(name) || 0);
    if (areaId === undefined || quantity === 0) return [];
    return [{ areaId, quantity, ...(policyId !== undefined && { policyId }), cost: fenOf(text(`cost.${name}`)) }];
  });
  // What the page showed: a price or a policy that has changed since is refused, and nobody pays what they did not see.
  const shown = areas.reduce((sum, { quantity, cost }) => sum + quantity * cost, fenOf(text("due")));
  const sold = await dispatch.call(theatreSell, {
    ...{ idempotencyKey: keyOf({ idempotencyKey: text("idempotencyKey") }), sessionId },
    areas: areas.map(({ cost: _, ...wanted }) => wanted),
    ...(Number.isSafeInteger(shown) && { expected: shown }),
    paymentType: text("paymentType"),
    ...(given !== null && { given }),
    ...(text("contactName") !== "" && { contactName: text("contactName") }),
    ...(text("contactMobile") !== "" && { contactMobile: text("contactMobile") }),
  });
  const facts = { orderNo: sold.orderNo, n: sold.tickets, amount: formatYuan(sold.payable) };
  const said =
    sold.change > 0
      ? m.theatre_did_sell_change({ ...facts, change: formatYuan(sold.change) })
      : m.theatre_did_sell(facts);
  return { to: `/theatre/seatSale/sold?order=${sold.orderNo}`, said };
}

/** Fen that the page sent along; what is no number makes no sum. */
const fenOf = (text: string): number => (/^\d{1,12}$/.test(text) ? Number(text) : Number.NaN);
