/** The month of invoices as the file that is declared from: rates and sums to the fen, and what meets the ledger. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceMonth } from "~/contract/invoice/month";
import { m } from "~/contract/messages";
import { createPark, friday, type TestPark } from "~tests/support/park";
import { invoicesOf, settings } from "../backend/invoice/support";
import { openWholeConsole } from "./whole-console";

let whole: Awaited<ReturnType<typeof openWholeConsole>>;
let park: TestPark;
beforeAll(async () => {
  whole = await openWholeConsole();
  park = await createPark(whole.backend);
  await settings(whole.backend);
  whole.backend.setNow(friday);
}, 300_000);
afterAll(() => whole?.close());

const yuan = (fen: number) => (fen / 100).toFixed(2);

test("each rate and the sums stand in the file as the month has them", async () => {
  const { backend } = whole;
  const { orderId } = await park.sell();
  await park.sell();
  const { serial } = await invoicesOf(backend).issued([orderId]);
  expect(serial).not.toBe("");
  const { data } = await backend.call(invoiceMonth, {});
  const answer = await whole.ask(`/invoice/list/month/file?month=${data.month}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(answer.headers.get("content-disposition")).toContain(`invoices-${data.month}.csv`);
  const [head = "", ...lines] = (await answer.text()).replace(/^\uFEFF/, "").split("\r\n");
  const figures = ({ invoiced, reversed, total }: typeof data.total) =>
    [invoiced, reversed, total].flatMap(({ gross, net, tax }) => [gross, net, tax].map(yuan));
  expect(head.split(",")).toHaveLength(11);
  const { rates } = data;
  expect(rates.length).toBeGreaterThan(0);
  for (const [at, rate] of rates.entries()) {
    const cells = (lines[at] ?? "").split(",");
    expect(cells[1]?.trim().replace(/^'/, "")).toBe(rate.taxCode);
    expect([...cells.slice(2)].sort()).toEqual([...figures(rate)].sort());
  }
  const total = (lines[rates.length] ?? "").split(",");
  expect([total[0], ...total.slice(2).sort()]).toEqual([m.invoice_total(), ...figures(data.total).sort()]);
  expect(data.total.invoiced.gross).toBeGreaterThan(0);
  // Opening + paid − given back − invoiced + reversed = closing, as the signed steps of the file add up.
  const steps = lines.slice(rates.length + 2).filter((line) => line !== "");
  const amounts = steps.map((line) => Math.round(Number(line.split(",").at(-1)) * 100));
  const closing = amounts.pop();
  expect(closing).toBe(data.closing);
  expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(closing);
});
