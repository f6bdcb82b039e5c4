/** Cards whose holders are to be called: those that run out soon, activated or not, and those that are reported lost and nobody came. */
import { m } from "../messages";
import { view } from "../resource-view";
import { seasonCard } from "./card";

/** Days before the last day at which staff is told; the list reaches as far as the first of them. */
export const remindedDays = [30, 7] as const;

export const cardsToCall = view(seasonCard, {
  noun: "cardsToCall",
  title: m.card_to_call,
  path: "/seasonCard/toCallList",
  fun: "cardsToCall",
  where: { status: "sold,active" },
  columns: ["number", "cardTypeId", "status", "holderName", "mobile", "validTo", "visits", "soldAt"],
  filters: ["number", "cardTypeId", "holderName", "mobile", "validTo"],
  defaultSort: { field: "validTo", order: "asc" },
});

export const cardsLost = view(seasonCard, {
  noun: "cardsLost",
  title: m.card_lost_list,
  path: "/seasonCard/lostList",
  fun: "cardsLost",
  where: { status: "frozen" },
  columns: ["number", "cardTypeId", "holderName", "mobile", "frozenAt", "validTo"],
  filters: ["number", "cardTypeId", "holderName", "mobile"],
  defaultSort: { field: "frozenAt", order: "asc" },
  commands: ["found"],
});
