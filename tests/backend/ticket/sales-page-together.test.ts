/** What a sales page has to do with concessions and reservations: it offers nothing in place that it does not sell. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { quoteSale } from "~/contract/ticket/sale";
import { salesPage } from "~/contract/ticket/sales-page";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { today } from "~tests/support/park";
import { addConcession, numberOf, visitorOf } from "./concessions";
import { createReservingPark, type ReservingPark } from "./reserving";

let backend: TestBackend;
let park: ReservingPark;

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createReservingPark(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const onPage = (...ids: number[]) =>
  backend.call(salesPage.methods.save, {
    ...{ name: "窗口", channel: "window", wholeChannel: true, others: false },
    items: ids.map((ticketTypeId) => ({ heading: "入园", ticketTypeId })),
  } as never);

it("a ticket that is not on the page is offered in nobody's place", async () => {
  const full = await park.addType({ name: "实名成人票", realName: "perTicket" });
  const concessionId = await addConcession(backend, { name: "长者", basis: "age", ageFrom: 60, proof: "number" });
  const seniors = { realName: "perTicket", listPrice: 4000, concessionId, insteadOfId: full };
  const senior = await park.addType({ name: "长者票", ...seniors });
  const insteadOfFull = async () => {
    const asked = { visitDay: today, lines: [{ ticketTypeId: full, quantity: 1 }] };
    const { data } = await backend.call(quoteSale, {
      ...asked,
      visitors: [visitorOf("李雷", numberOf("330106", "19400101"))],
    });
    return data.instead.map(({ ticketTypeId }) => ticketTypeId);
  };
  expect(await insteadOfFull()).toEqual([senior]);
  const page = await onPage(full);
  expect([page.status, page.errors ?? {}]).toEqual([200, {}]);
  expect(await insteadOfFull()).toEqual([]);
});

it("the desk for reservations asks no page of the windows", async () => {
  await onPage(park.adultId);
  const made = await park.book({ persons: 1 });
  expect([made.status, made.message]).toEqual([200, ""]);
});
