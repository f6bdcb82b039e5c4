/** Cards: what their commands do beyond the state. Money moves in the transaction that moves the card. */
import { sql } from "drizzle-orm";
import { seasonCard as resource } from "~/contract/card/card";
import { employSeasonCard } from "~/contract/card/employee-card";
import { cardsLost, cardsToCall, remindedDays } from "~/contract/card/to-call";
import { pathsOf } from "~/contract/files";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import { addDays, businessDay, stamp } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";

import { serveResource } from "../../kernel/resource";
import type { CommandsBackend } from "../../kernel/resource-backend";
import { serveList } from "../../kernel/serve-list";
import type { Call } from "../../kernel/served";
import { employeeReference } from "../platform/people";
import { addHolder } from "./add-holder";
import { cancelCard } from "./cancel";
import { refuseAddress, refuseKind } from "./kinds";
import { noteStep } from "./log";
import { renewCard, replaceCard, upgradeCard } from "./paid-steps";
import { priceOfRenewal } from "./price";
import { type ReadType, readType, readTypes } from "./read-type";
import { nextTerm, termFrom } from "./rules";
import { seasonCardLog, seasonCard as table } from "./schema";
import { batchReference, refuseOtherKinds } from "./stock";
import { gateTypeReference, seasonTypeReference } from "./type";

export type Card = ResourceRow<typeof resource>;

dependsOn("seasonCard", {
  table: seasonCardLog,
  by: seasonCardLog.cardId,
  words: m.card_was_sold,
});

/** Paths of the holders' photographs. */
export const photosOf = ({ photos }: { photos: string | null }): string[] => pathsOf(photos);

export const cardCommands: CommandsBackend<typeof resource> = {
  spoil: async (call, card, { reason }) => {
    await noteStep(call, { cardId: card.id, step: "spoil", said: reason });
    return { set: { remark: reason } };
  },
  activate: {
    mayNot: (call, rows) =>
      ofTypes(
        call,
        rows,
        (card, type) =>
          photosWanted(card, type) ?? (isOver(card, call) ? m.card_run_out({ day: card.validTo ?? "" }) : null),
      ),
    async run(call, card) {
      await noteStep(call, { cardId: card.id, step: "activate" });
      const set = card.validTo === null ? await beginTerm(call, card) : { validTo: card.validTo };
      return { set, notice: m.card_activated({ number: card.number, day: set.validTo }) };
    },
  },
  reportLoss: async (call, card, { reason }) => {
    await noteStep(call, { cardId: card.id, step: "reportLoss", said: reason });
    return {
      set: { frozenFor: "loss", frozenAt: stamp(call.now) },
      notice: m.card_loss_reported({ number: card.number }),
    };
  },
  found: {
    mayNot: notWaiting,
    async run(call, card) {
      await noteStep(call, { cardId: card.id, step: "found" });
      return { set: { frozenFor: null, frozenAt: null } };
    },
  },
  replace: {
    mayNot: async (call, rows) => {
      const waiting = notWaiting(call, rows);
      return rows.map(
        (card, place) => waiting[place] ?? (isOver(card, call) ? m.card_run_out({ day: card.validTo ?? "" }) : null),
      );
    },
    run: replaceCard,
  },
  renew: {
    mayNot: (call, rows) =>
      ofTypes(
        call,
        rows,
        // One that ran out before it was activated begins by its renewal.
        (card, type) =>
          priceOfRenewal(type, card, call.now).whyNot || (card.status === "expired" ? photosWanted(card, type) : null),
      ),
    run: renewCard,
  },
  upgrade: {
    mayNot: (call, rows) =>
      ofTypes(call, rows, (_, type) => (type.upgrades.length > 0 ? null : m.card_no_upgrades({ type: type.name }))),
    run: upgradeCard,
  },
  addHolder: {
    mayNot: (call, rows) =>
      ofTypes(call, rows, (card, type) =>
        (card.holders ?? 1) < type.holdersMost ? null : m.card_holders_all({ n: type.holdersMost }),
      ),
    run: addHolder,
  },
  cancel: {
    mayNot: notWaiting,
    run: cancelCard,
  },
};

const references = {
  cardTypeId: gateTypeReference,
  toTypeId: seasonTypeReference,
  employeeId: employeeReference,
  batchId: batchReference,
  replacedById: { table, name: table.number },
};

export const cardServed = serveResource(resource, {
  table,
  references,
  // Those of employees are a list of their own.
  rows: () => sql`${table.employeeId} is null`,
  filesAlsoFor: ["tktChevkPage"],
  check: async (call, values, before) => {
    refuseAddress(values, before);
    await refuseKind(call, values, "annual or season");
    await refuseOtherKinds(call, table, values, before);
  },
  commands: cardCommands,
});

export const employeeCardList = serveList(employSeasonCard, {
  table,
  references,
  rows: () => sql`${table.employeeId} is not null`,
});

/** Whose holders are to be called: cards that run out soon, and cards that are reported lost. */
export const cardLists = [
  ...serveList(cardsToCall, {
    table,
    references,
    rows: ({ now }) => {
      const today = businessDay(now);
      const last = addDays(today, Math.max(...remindedDays));
      return sql`${table.employeeId} is null and ${table.validTo} between ${today}::date and ${last}::date`;
    },
  }),
  ...serveList(cardsLost, {
    table,
    references,
    rows: () => sql`${table.employeeId} is null and ${table.frozenFor} = 'loss'`,
  }),
];

function photosWanted(card: Card, type: ReadType): string | null {
  const wanted = card.holders ?? 1;
  return type.asksPhoto && photosOf(card).length < wanted ? m.card_photo_wanted({ n: wanted }) : null;
}

const isOver = ({ validTo }: Card, { now }: Call) => validTo !== null && validTo < businessDay(now);

function notWaiting(_: Call, rows: readonly Card[]): (string | null)[] {
  return rows.map(({ frozenFor }) => (frozenFor === "refund" ? m.card_refund_waits() : null));
}

async function ofTypes(
  call: Call,
  rows: readonly Card[],
  ask: (card: Card, type: ReadType) => string | null,
): Promise<(string | null)[]> {
  const types = await readTypes(call, [...new Set(rows.map(({ cardTypeId }) => cardTypeId))]);
  return rows.map((card) => {
    const type = types.find(({ id }) => id === card.cardTypeId);
    return type ? ask(card, type) : null;
  });
}

/** The term of a card that its activation begins; what was paid for it is paid for this term. */
async function beginTerm(call: Call, card: Card): Promise<{ validFrom: string; validTo: string }> {
  const type = await readType(call, card.cardTypeId);
  const today = businessDay(call.now);
  const term = type.validity === "fixed" ? nextTerm(type, addDays(today, -1), today) : termFrom(type, today);
  const { from, to } = term ?? { from: today, to: today };
  await call.db.execute(sql`
    update season_card_charge
    set term_from = ${from}, term_to = ${to}
    where corp_code = current_setting('app.corp_code')
      and card_id = ${card.id}
      and kind in ('card', 'upgrade')
      and term_from is null
  `);
  return { validFrom: from, validTo: to };
}
