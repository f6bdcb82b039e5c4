import { expect, test } from "vitest";
import { inSentence } from "~/contract/in-sentence";

test("a heading within another begins small, unless it is an abbreviation or has no case", () => {
  expect(["Ticket type", "POS", "E-tickets", "票种", ""].map(inSentence)).toEqual([
    "ticket type",
    "POS",
    "E-tickets",
    "票种",
    "",
  ]);
});
