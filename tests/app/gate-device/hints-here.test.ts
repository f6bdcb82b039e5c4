/** What a phone gate asks its keeper to look at: the proof of a concession and the type's own hint, with a line and without. */
import { expect, test } from "vitest";
import { byTickets, hintsTold } from "~/gate-device/judged-here";

const concession = { name: "学生票", shows: "学生证" };
const both = ["优待：学生票，请查验学生证", "请核对：佩戴手环"];

type Judged = Parameters<typeof byTickets>[0];
const judged = (rules: object) =>
  byTickets({
    ...{ admits: [], direction: "in", reason: "ok", message: "", gate: { gateGroupId: 1 } },
    ticket: { ticketTypeName: "成人票", rules },
  } as unknown as Judged).hints;

type Told = Parameters<typeof hintsTold>[0];
const told = (ticket: object | null) => hintsTold({ ticket } as unknown as Told);

test("without a line", () => {
  expect(judged({ concession, hint: "佩戴手环" })).toEqual(both);
  expect(judged({ concession })).toEqual(both.slice(0, 1));
  expect(judged({ hint: "佩戴手环" })).toEqual(both.slice(1));
  expect(judged({})).toEqual([]);
});

test("with a line", () => {
  expect(told({ concession, hint: "佩戴手环" })).toEqual(both);
  expect(told({ concession, hint: "" })).toEqual(both.slice(0, 1));
  expect(told({ concession: null, hint: "" })).toEqual([]);
  expect(told(null)).toEqual([]);
});
