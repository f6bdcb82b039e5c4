/** Reads the forms of the card counter: the sale with its holders, and the steps of a card. */
import { seasonCard } from "~/contract/card/card";
import type { sellCard } from "~/contract/card/counter";
import { documentKinds } from "~/contract/document-kinds";
import type { FieldErrors } from "~/contract/errors";
import { locales } from "~/contract/messages";
import type { PayloadOf } from "~/contract/method";
import type { Typed } from "~/form/submission.server";

/** Holders at most that a form has rows for. */
const most = 20;
const keyPattern = /^[A-Za-z0-9-]{8,64}$/;

export const keyOf = ({ idempotencyKey = "" }: Typed): string =>
  keyPattern.test(idempotencyKey) ? idempotencyKey : crypto.randomUUID();

const amount = (text: string | undefined) => (/^\d{1,12}$/.test(text ?? "") ? Number(text) : undefined);

/** Rows that nobody filled in are left out, the first is not. */
export function readSale(typed: Typed, idempotencyKey: string): { wish: PayloadOf<typeof sellCard>; places: number[] } {
  const places = Array.from({ length: most }, (_, place) => place).filter(
    (place) =>
      place === 0 || ["Name", "Identity"].some((part) => (typed[`holder${part}.${place}`] ?? "").trim() !== ""),
  );
  const holders = places.map((place) => ({
    name: (typed[`holderName.${place}`] ?? "").trim(),
    document: documentKinds.find((kind) => kind === typed[`holderDocument.${place}`]) ?? ("resident" as const),
    country: typed[`holderCountry.${place}`] ?? "",
    identity: typed[`holderIdentity.${place}`] ?? "",
  }));
  const mobile = (typed.mobile ?? "").trim();
  const email = (typed.email ?? "").trim();
  const language = locales.find((locale) => locale === typed.language);
  const expectedPayable = amount(typed.expectedPayable);
  const expectedDeposit = amount(typed.expectedDeposit);
  const wish = {
    ...{ idempotencyKey, cardTypeId: Number(typed.cardTypeId) || 0, number: (typed.number ?? "").trim(), holders },
    ...{ paymentType: typed.paymentType ?? "", ...(mobile !== "" && { mobile }) },
    ...(email !== "" && { email }),
    ...(language && { language }),
    ...(expectedPayable !== undefined && { expectedPayable }),
    ...(expectedDeposit !== undefined && { expectedDeposit }),
    ...(typed.remark && { remark: typed.remark }),
  };
  return { wish, places };
}

/** Names the backend's paths by the form's fields. */
export function bySaleField(refused: FieldErrors, places: readonly number[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(refused).map(([path, messages]) => {
      const [, place = "", part = ""] = /^holders\.(\d+)\.(name|document|country|identity)$/.exec(path) ?? [];
      const own =
        part === "" ? path : `holder${part.charAt(0).toUpperCase()}${part.slice(1)}.${places[Number(place)] ?? 0}`;
      return [own, messages];
    }),
  );
}

/** The command of a step, with what was typed for it; null where there is no such step. */
export function readStep(typed: Typed, idempotencyKey: string) {
  const command = Object.values(seasonCard.commands).find(({ name }) => name === typed.intent);
  if (!command || !/^[1-9]\d{0,14}$/.test(typed.cardId ?? "")) return null;
  const text = (name: string) => (typed[name] ?? "").trim() || null;
  const asked: Record<string, unknown> = {
    paymentType: text("paymentType"),
    // Each type that a card goes up to was shown with its own price.
    expected: amount(typed.expected ?? typed[`expected.${typed.toTypeId}`]) ?? null,
    reason: text("reason"),
    number: text("number"),
    toTypeId: amount(typed.toTypeId) ?? null,
    holderName: text("holderName"),
    document: text("document"),
    identity: text("identity"),
    country: text("country"),
  };
  const fields = Object.keys(command.fields ?? {}).map((name) => [name, asked[name]]);
  return { command, payload: { id: Number(typed.cardId), idempotencyKey, ...Object.fromEntries(fields) } };
}
