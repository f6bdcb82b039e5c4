/** What a gate without a line decided is what it tells the server, which knows more by then. */
import { expect, test } from "vitest";
import { decidedHere } from "~/gate-device/gate-here";
import type { JudgedHere } from "~/gate-device/judged-here";

const judged: JudgedHere = {
  ...{
    admitted: true,
    reason: "ok",
    message: "",
    direction: "in",
    people: 3,
    gateGroupId: null,
    parkId: 1,
    effects: [],
  },
  ...{ ticketType: "", hints: [] },
};

test("an entry is told as one, though the holder may have gone in at another gate since", () => {
  expect(decidedHere(judged, { kind: "qr" })).toEqual({ admitted: true, effects: [], direction: "in" });
});

test("an order is told with the people that went in, and a refusal with none", () => {
  expect(decidedHere(judged, { kind: "orderNo" })).toMatchObject({ people: 3 });
  expect(decidedHere({ ...judged, admitted: false, people: 0 }, { kind: "orderNo" })).not.toHaveProperty("people");
});
