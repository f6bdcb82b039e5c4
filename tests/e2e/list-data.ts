/** Rows for the journeys over lists, laid into a console's data before it starts; and what a list shows. */
import path from "node:path";
import type { Page } from "playwright";
import { expect } from "vitest";
import { openDatabase } from "~server/backend/db/database";

interface Rows {
  /**
   * By letter: so many parks `<letter>-001`, `<letter>-002` and so on, named 湖区, the letter and the number; of a hundred
   * times the number as capacity, every fifth one suspended.
   */
  parks: Record<string, number>;
  /** Sign-ins of the account `probe`, so many days ago; with a wrong password where the number is odd. */
  daysAgo?: number[];
}

export async function arrangeRows(dataDir: string, { parks, daysAgo = [] }: Rows): Promise<void> {
  const database = await openDatabase({ dataDir: path.resolve(dataDir) });
  for (const [letter, count] of Object.entries(parks)) {
    await database.pool.query(
      `insert into park (corp_code, code, name, address, opening_hours, capacity, status)
       select '0001', $1 || '-' || lpad(n::text, 3, '0'), '湖区' || $1 || n, '环湖路 ' || n || ' 号', '08:00-18:00',
              n * 100, case when n % 5 = 0 then 'F' else 'T' end
       from generate_series(1, $2::int) n`,
      [letter, count],
    );
  }
  for (const days of daysAgo) {
    await database.pool.query(
      `insert into sign_in_log (corp_code, acc_name, outcome, ip, user_agent, at)
       values ('0001', 'probe', $2, $3, 'Chrome', now() - make_interval(days => $1::int))`,
      [days, days % 2 === 0 ? "success" : "password", `10.0.0.${days}`],
    );
  }
  await database.close();
}

/** Codes from one to another: `codes("A", 1, 3)` are. */
export function codes(letter: string, from: number, to: number): string[] {
  const step = from <= to ? 1 : -1;
  return Array.from(
    { length: Math.abs(to - from) + 1 },
    (_, n) => `${letter}-${String(from + n * step).padStart(3, "0")}`,
  );
}

/** The texts of a column of the list, by its heading; none where there is no list. */
export function column(page: Page, heading: string): Promise<string[]> {
  return page.evaluate((wanted) => {
    const headings = [...document.querySelectorAll<HTMLTableCellElement>(".list-page thead th")];
    const place = headings.findIndex((cell) => cell.textContent?.trim() === wanted);
    const rows = [...document.querySelectorAll<HTMLTableRowElement>(".list-page tbody tr")];
    return rows.map((row) => row.cells[place]?.textContent?.trim() ?? "");
  }, heading);
}

/** Waits until a column of the list shows these texts and no others. */
export async function expectColumn(page: Page, heading: string, texts: string[]): Promise<void> {
  await expect.poll(() => column(page, heading).catch(() => null), { timeout: 10_000 }).toEqual(texts);
}

export async function expectHeadings(page: Page, texts: string[]): Promise<void> {
  const shown = () => page.locator(".list-page thead th[data-column]").allInnerTexts();
  const plain = async () => (await shown()).map((text) => text.replace(/[↕↑↓\s]/g, ""));
  await expect.poll(() => plain().catch(() => null), { timeout: 10_000 }).toEqual(texts);
}

/** Waits until a list's own scripts listen, which are fetched after its page: an edge of a heading then can be dragged. */
export async function expectDraggable(page: Page, heading: string): Promise<{ x: number; y: number }> {
  const cell = page.locator(".list-page thead th[data-column]", { hasText: heading });
  const box = await cell.boundingBox();
  if (!box) throw new Error(`no heading ${heading}`);
  const edge = { x: box.x + box.width - 3, y: box.y + box.height / 2 };
  const cursor = async () => {
    await page.mouse.move(edge.x - 40, edge.y);
    await page.mouse.move(edge.x, edge.y);
    return cell.evaluate((element) => element.style.cursor);
  };
  await expect.poll(cursor, { timeout: 10_000 }).toBe("col-resize");
  return edge;
}
