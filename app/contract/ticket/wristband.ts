/** Wristbands and cards that stand for a ticket at gates: handed out at a desk, given back or lost. */
import { z } from "zod";
import { command } from "../command";
import { dictionaries } from "../dictionary-declaration";
import { dictionary, moment, number, reference, text } from "../field-kinds";
import { menuEntries } from "../menu-entry";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { day, id, idempotencyKey, textOf } from "../validators";
import { wristbandsMost } from "./wristband-bounds";

const path = "/ticket/wristbandList";
const states = ["bound", "returned", "lost"] as const;

/** A code stands for one ticket at a time; one that was given back may go on to another. */
export const wristband = resource("ticket", "wristband", {
  title: m.wristband,
  listTitle: m.wristband_list,
  path,
  fun: "wristbandList",
  whenEmpty: m.empty_wristband,
  nameField: "code",
  status: "state",
  readOnly: true,
  defaultSort: { field: "id", order: "desc" },
  tools: [{ label: m.wristband_hand_out, to: `${path}/new` }],
  pages: { detail: "/ticketLogDetail?ticketNo={ticketNo}" },
  fields: {
    code: text({ label: m.wristband_code, max: 60, required: true, unique: false, list: true, filter: "equals" }),
    state: dictionary("wristbandState", {
      ...{ label: m.status, values: states, required: true, default: "bound", list: true, filter: "anyOf" },
    }),
    ticketNo: text({ label: m.sale_ticket_no, max: 40, required: true, list: true, filter: "equals" }),
    ticketTypeName: text({ label: m.sale_ticket, max: 80, required: true, list: true }),
    parkId: reference("park", { label: m.park, required: true, list: true, filter: "equals" }),
    boundAt: moment({ label: m.wristband_bound_at, required: true, list: true, filter: "between" }),
    boundBy: text({ label: m.wristband_bound_by, required: true, list: true }),
    endedAt: moment({ label: m.wristband_ended_at, list: true, beside: ["endedBy"], apart: " · " }),
    endedBy: text({ label: m.wristband_ended_by, list: "file" }),
    ticketId: number({ label: m.sale_ticket_no, required: true, detail: false }),
  },
  commands: {
    giveBack: command({
      ...{ label: m.wristband_give_back, from: ["bound"], to: "returned", many: true, tone: "good", button: "bind" },
    }),
    lose: command({
      ...{ label: m.wristband_lose, from: ["bound"], to: "lost", question: m.wristband_lose_question, tone: "bad" },
      button: "bind",
    }),
  },
});

const access = { fun: "wristbandList", button: "wristband:bind" } as const;

/** What stands behind a code that was scanned or typed: of an order all its tickets, of a ticket or a band that one. */
export const wristbandDesk = method("ticket", "wristbandDesk", {
  payload: z.object({ of: textOf(500) }),
  answer: z.object({
    orderNo: z.string(),
    /** Those that may still be used, `wristbandsMost` of them at most. */
    tickets: z.array(
      z.object({
        id,
        ticketNo: z.string(),
        ticketTypeName: z.string(),
        visitDay: day,
        holderName: z.string(),
        /** How many may still be bound: a ticket has one for each admission at most. */
        room: z.number(),
        bands: z.array(z.object({ id, code: z.string() })),
        /** Why it is given none; "" where it may be. */
        whyNot: z.string(),
      }),
    ),
    /** There are more than are shown. */
    more: z.boolean(),
  }),
  access,
});

/** All of them or none. `codes.<n>` names what is wrong with one. */
export const bindWristbands = method("ticket", "bindWristbands", {
  payload: z.object({
    idempotencyKey,
    codes: z
      .array(z.object({ ticketId: id, code: textOf(60) }))
      .min(1)
      .max(wristbandsMost),
  }),
  answer: z.object({ bound: z.number() }),
  access,
  writes: true,
  told: ({ after }) => m.did_bound_wristbands({ n: after?.bound ?? 0, codes: String(after?.codes ?? "") }),
  idempotent: true,
});

export const wristbandMenu = menuEntries({
  wristbandList: {
    ...{ group: "tickets", built: true, place: 89, label: m.wristband_list, url: path },
    buttons: { "wristband:bind": m.button_wristband_bind },
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    wristbands: typeof wristbandMenu;
  }
}

export const wristbandDictionaries = dictionaries({
  wristbandState: {
    name: ["手环状态", "Wristband status"],
    items: [
      ["bound", "使用中", "In use", "good"],
      ["returned", "已收回", "Returned", "calm"],
      ["lost", "已挂失", "Reported lost", "bad"],
    ],
  },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    wristbands: typeof wristbandDictionaries;
  }
}
