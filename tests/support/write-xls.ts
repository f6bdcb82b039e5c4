/** An `.xls` as another program exports it: our own writer's, in one piece. */
import { XlsWriter } from "~server/backend/exports/xls";

export async function writeXls(
  labels: readonly string[],
  rows: (string | number | null)[][],
  kind: "text" | "number" = "text",
): Promise<Buffer> {
  const sections: { section: number; bytes: Uint8Array }[] = [];
  const columns = labels.map((label) => ({ label, kind }));
  const sink = { write: (section: number, bytes: Uint8Array) => void sections.push({ section, bytes }) };
  const writer = new XlsWriter({ title: "数据", columns, sink });
  await writer.add(rows);
  await writer.end();
  return Buffer.concat(sections.sort((one, other) => one.section - other.section).map(({ bytes }) => bytes));
}
