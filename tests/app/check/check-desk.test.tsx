/** The check desk: what a forced check asks for again. */

import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, test } from "vitest";
import "~/i18n/locale.server";
import type { Verdict } from "~/contract/ticket/check";
import { action } from "~/screens/ticket/check";
import { CheckCandidates } from "~/screens/ticket/check-candidates";
import type { CheckPage } from "~/screens/ticket/check-page";
import { screen } from "../resource/screen";
import { outcome } from "../shell/fake-context";

const desk = {
  ...{ gates: [{ value: "7", label: "东门一号" }], gateId: 7, suspended: false, bothWays: false },
  ...{ mayForce: true, mayReverse: true, recent: [], today: { admitted: 0, refused: 0 } },
};
const refused: Verdict = {
  ...{ admitted: false, reason: "wrongDay", message: "", direction: "in", passed: 0, passageIds: [], card: null },
  ...{ mayForce: true, candidates: [], unfit: [] },
  ticket: {
    ...{ id: 31, ticketNo: "TK1", ticketTypeName: "成人票", holderName: "", holderDocument: "", holderCountry: "" },
    ...{ holderIdentity: "", lastPass: null, presence: null, admissions: 1, used: 0, left: 1, visitDay: "2026-11-19" },
    ...{ slot: "", points: [], hint: "", concession: null, ofSet: [] },
  },
};

const candidate = {
  ...{
    ticketNo: "TK2",
    ticketTypeName: "成人票",
    left: 2,
    state: "issued",
    validFrom: "2026-11-20",
    validTo: "2026-11-22",
  },
  ...{ slot: "09:00-11:00", holderCountry: "" },
};
const ambiguous: Verdict = {
  ...{ ...refused, reason: "ambiguous", mayForce: false, ticket: null },
  candidates: [
    { ...candidate, id: 41, holderName: "张三", holderDocument: "resident", holderIdentity: "1101***********02X" },
    {
      ...candidate,
      id: 42,
      holderName: "Anna",
      holderDocument: "passport",
      holderCountry: "DEU",
      holderIdentity: "L8****2C3",
    },
    { ...candidate, id: 43, holderName: "", holderDocument: "", holderIdentity: "" },
  ],
};

async function answered(verdict: Verdict) {
  const form = {
    intent: "check",
    gateId: "7",
    idempotencyKey: "check-desk-0002",
    people: "",
    code: "110105198001015002",
  };
  const answers = { getCheckDesk: desk, checkTicket: verdict, getTktDictDetailByCode: [] };
  const { args } = screen("/manage/tktChevkPage?gateId=7", { answers, form });
  return ((await outcome(action(args))) as { body: CheckPage }).body;
}

test("of several tickets each says whose it is, when it is good and how often", async () => {
  const page = await answered(ambiguous);
  expect(page.holders).toEqual(["张三 1101***********02X", "Anna 护照 德国 L8****2C3", ""]);
  const element = <CheckCandidates candidates={ambiguous.candidates} page={page} />;
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
  expect(html).toContain("成人票 · Anna 护照 德国 L8****2C3");
  expect(html.match(/2026-11-20 至 2026-11-22 · 09:00-11:00 · 剩 2 次/g)).toHaveLength(3);
  expect(html).toContain('name="ticketId" value="42"');
});

async function scannedOf(code: string, posted: Record<string, string> = {}) {
  const form = { intent: "check", gateId: "7", idempotencyKey: "check-desk-0001", people: "", code, ...posted };
  const answers = { getCheckDesk: desk, checkTicket: refused, getTktDictDetailByCode: [] };
  const { args, seen } = screen("/manage/tktChevkPage?gateId=7", { answers, form });
  const { body } = (await outcome(action(args))) as { body: { scanned: { ticketId: string } } };
  const asked = seen.calls.find(({ method }) => method === "checkTicket")?.payload;
  return { ticketId: body.scanned.ticketId, asked };
}

test("an order that is refused is forced as an order, whichever of its tickets the verdict speaks of", async () => {
  const { ticketId, asked } = await scannedOf("OD20261120000001", { people: "40" });
  expect(ticketId).toBe("");
  expect(asked).toMatchObject({ people: 40 });
  expect(asked).not.toHaveProperty("ticketId");
});

test("a person's number is forced on the ticket that was refused, and so is one that was chosen", async () => {
  expect((await scannedOf("440524198001011016")).ticketId).toBe("31");
  const { ticketId, asked } = await scannedOf("OD20261120000001", { ticketId: "32" });
  expect([ticketId, asked]).toMatchObject(["32", { ticketId: 32 }]);
});
