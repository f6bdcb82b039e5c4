/** Reads the forms of the counter for stored value: each is a command of the card. */
import { parseYuan } from "~/contract/money";
import { smartCard } from "~/contract/stored/card";
import type { Typed } from "~/form/submission.server";

/** The command of a step with what was typed for it; null where there is no such step. */
export function readStep(typed: Typed, idempotencyKey: string) {
  const command = Object.values(smartCard.commands).find(({ name }) => name === typed.intent);
  if (!command || !/^[1-9]\d{0,14}$/.test(typed.cardId ?? "")) return null;
  const fields = Object.keys(command.fields ?? {}).map((name) => [name, typedValue(typed, name)]);
  return { command, payload: { id: Number(typed.cardId), idempotencyKey, ...Object.fromEntries(fields) } };
}

const fenOf = (text: string | undefined) => (/^\d{1,12}$/.test(text ?? "") ? Number(text) : null);

/** What a top-up is asked about before it is paid: its amount, and whether its card is or will be a named one. */
export function askedTopUp(typed: Typed): { topUp?: number; named?: boolean } {
  const amount = ["sell", "topUp"].includes(typed.intent ?? "") ? parseYuan((typed.amount ?? "").trim()) : null;
  return amount === null || amount <= 0 ? {} : { topUp: amount, named: (typed.identity ?? "").trim() !== "" };
}

/** What a refund is asked about before it is made. */
export function askedRefund(typed: Typed): { refund?: number } {
  const amount = typed.intent === "refund" ? parseYuan((typed.amount ?? "").trim()) : null;
  return amount === null || amount <= 0 ? {} : { refund: amount };
}

/** Whether the customer was not told yet what this amount brings, or takes. */
export const needsQuote = (typed: Typed): boolean => {
  const amount = askedTopUp(typed).topUp ?? askedRefund(typed).refund;
  return amount !== undefined && fenOf(typed.quoted) !== amount;
};

/** An amount that is none is handed on as it was typed, so that the validator says what is wrong with it. */
function typedValue(typed: Typed, name: string): string | number | null {
  const text = (typed[name] ?? "").trim();
  // Said of the amount that was quoted: of another that was typed since, nobody was told anything.
  if (name === "expected") return parseYuan((typed.amount ?? "").trim()) === fenOf(typed.quoted) ? fenOf(text) : null;
  if (name.startsWith("expected")) return fenOf(text);
  if (name !== "amount") return text === "" ? null : text;
  return text === "" ? (typed.intent === "sell" ? 0 : null) : (parseYuan(text) ?? text);
}
