/** What this phone makes of a code: by its tickets, or where it stands for none by its cards. */
import type { CardPlan, CardSnapshot } from "~/contract/card/gate-card";
import type { Plan } from "~/contract/ticket/gate-rules/plan";
import { hintsOf } from "~/contract/ticket/gate-rules/say";
import type { Answer } from "./calls";
import { cardEffect } from "./cards-here";
import type { Effect } from "./device-store";
import type { Found } from "./tickets-here";

export interface JudgedHere {
  admitted: boolean;
  reason: string;
  message: string;
  direction: "in" | "out";
  people: number;
  gateGroupId: number | null;
  parkId: number;
  effects: Effect[];
  ticketType: string;
  hints: string[];
}

export function byTickets({ admits, direction, reason, message, gate, ticket }: Plan<Found>): JudgedHere {
  return {
    ...{ admitted: admits.length > 0, reason, message, direction, gateGroupId: gate.gateGroupId, parkId: gate.parkId },
    people: admits.reduce((sum, one) => sum + one.people, 0),
    effects: admits.map((one) => ({
      ...{ ticket: String(one.ticket.id), direction, people: one.people, entries: one.entries },
    })),
    ticketType: ticket?.ticketTypeName ?? "",
    hints: ticket ? hintsOf(ticket.rules) : [],
  };
}

export function byCards(plan: CardPlan<CardSnapshot>, people: number): JudgedHere {
  const { admitted, reason, message, direction, gate, card } = plan;
  const effect = { ticket: cardEffect(card.id), direction, people, entries: direction === "in" ? people : 0 };
  return {
    ...{ admitted, reason, message, direction, gateGroupId: gate.gateGroupId, parkId: gate.parkId },
    ...{ people: admitted ? people : 0, effects: admitted ? [effect] : [], ticketType: card.rules.name, hints: [] },
  };
}

/** What the server's answer asks the keeper to look at: the same sentences as without a line. */
export function hintsTold({ ticket }: Answer<"deviceCheck">): string[] {
  if (!ticket) return [];
  const { concession, hint } = ticket;
  return hintsOf({ hint, ...(concession && { concession }) });
}

/** What the server's answer says of who went through, where this phone knew nothing of the code. */
export function toldOf({ admitted, direction, passed: people, ticket, card }: Answer<"deviceCheck">): Effect[] {
  if (!admitted) return [];
  const entries = direction === "in" ? people : 0;
  if (ticket) return [{ ticket: String(ticket.id), direction, people, entries }];
  return card ? [{ ticket: cardEffect(card.id), direction, people, entries }] : [];
}
