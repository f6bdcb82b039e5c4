/** Lockers: what their commands do beyond the state. Money moves in the transaction that moves the locker. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { lockerOverdue, lockerBox as resource } from "~/contract/locker/box";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import { stamp } from "../../kernel/business-time";
import type { Unsettling } from "../../kernel/data-classes";
import { dependsOn } from "../../kernel/depends-on";
import { yuan } from "../../kernel/money";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend, Outcome, Values } from "../../kernel/resource-backend";
import { serveList } from "../../kernel/serve-list";
import type { Call } from "../../kernel/served";
import { refuseAccountTypes } from "../order/payment/by-account";
import { moveDeposit } from "./deposits";
import { groupReference } from "./group";
import { lockerBox as box, lockerGroup as group, lockerUse as use } from "./schema";

type Box = ResourceRow<typeof resource>;

/** What of a locker is told of its user alone. */
const nobody = { mobile: null, held: 0, paymentType: null, occupiedAt: null, dueAt: null, useId: null };
const references = { lockerGroupId: groupReference };

export const boxCommands: CommandsBackend<typeof resource> = {
  occupy: {
    mayNot: groupsClosed,
    async run(call, row, { mobile, paymentType }) {
      refuseAccountTypes([paymentType]);
      const [{ hours } = { hours: 0 }] = await call.db
        .select({ hours: group.hours })
        .from(group)
        .where(eq(group.id, row.lockerGroupId));
      const [opened] = await call.db.insert(use).values({ boxId: row.id, paymentType }).returning({ id: use.id });
      if (!opened) throw new Error("an insert answers its row");
      const held = row.deposit ?? 0;
      await moveDeposit(call, "take", { useId: opened.id, number: row.number, amount: held });
      const due = stamp(new Date(call.now.getTime() + hours * 3_600_000));
      return {
        set: { mobile, paymentType, held, occupiedAt: stamp(call.now), dueAt: due, useId: opened.id },
        notice: m.locker_taken({ number: row.number, amount: yuan(held), due }),
      };
    },
  },
  release: async (call, row) => {
    const held = await end(call, row, "payBack");
    return { set: nobody, answer: { deposit: held }, notice: m.locker_paid_back({ amount: yuan(held) }) };
  },
  clear: {
    mayNot: (call, rows) =>
      rows.map(({ dueAt }) => ((dueAt ?? "") < stamp(call.now) ? null : m.locker_not_due({ due: dueAt ?? "" }))),
    run: async (call, row) => {
      const held = await end(call, row, "keep");
      return { set: nobody, notice: m.locker_deposit_kept({ amount: yuan(held) }) };
    },
  },
  open: (_call, row) => ({ notice: m.locker_opened({ number: row.number }) }),
  markFaulty: (_call, _row, { reason }): Outcome => ({ set: { remark: reason } }),
  repaired: () => ({ set: { remark: null } }),
};

/** Whoever used a box is gone with the records. */
export const emptyBoxes: Unsettling = {
  with: "records",
  tables: ["locker_box"],
  work: async (tx) => {
    await tx.execute(sql`
      update locker_box
      set status = 'free', mobile = null, held = 0, payment_type = null, occupied_at = null, due_at = null, use_id = null
      where corp_code = current_setting('app.corp_code') and status = 'occupied'
    `);
  },
};

dependsOn("lockerBox", { table: use, by: use.boxId, words: m.locker_was_used });

export const boxBackend = {
  table: box,
  references,
  check: fillDeposit,
  commands: boxCommands,
};

export const boxServed = [
  ...serveResource(resource, boxBackend),
  ...serveList(lockerOverdue, {
    table: box,
    references,
    rows: ({ now }) => sql`${box.dueAt} < ${now.toISOString()}::timestamptz`,
  }),
];

/** Ends the use of a locker; answers the deposit that was held. */
async function end(call: Call, { useId, number, held }: Box, kind: "payBack" | "keep"): Promise<number> {
  const amount = held ?? 0;
  await moveDeposit(call, kind, { useId: useId ?? 0, number, amount });
  return amount;
}

async function groupsClosed({ db }: Call, rows: readonly Box[]): Promise<(string | null)[]> {
  const ids = rows.map(({ lockerGroupId }) => lockerGroupId);
  const closed = await db
    .select({ id: group.id, name: group.name })
    .from(group)
    .where(and(inArray(group.id, ids), eq(group.status, "F")));
  return ids.map((id) => {
    const found = closed.find((one) => one.id === id);
    return found ? m.locker_group_closed({ group: found.name }) : null;
  });
}

/** A deposit that is not given is that of the group for the size. */
async function fillDeposit({ db }: Call, values: Values, before: Values | null): Promise<void> {
  if ((values.deposit ?? null) !== null) return;
  const { lockerGroupId, size } = { ...before, ...values };
  const [own] = await db
    .select()
    .from(group)
    .where(eq(group.id, Number(lockerGroupId)));
  const bySize = { small: own?.depositSmall, medium: own?.depositMedium, large: own?.depositLarge };
  values.deposit = Object.entries(bySize).find(([name]) => name === size)?.[1] ?? 0;
}
