/** A saved template's record as a layout; without one while its paper is not said. */
import { pathsOf } from "~/contract/files";
import { type PrintElement, type PrintLayout, paperSize } from "~/contract/print-sheet";

export function layoutOfRecord(record: Readonly<Record<string, unknown>> | null | undefined) {
  const { name, paper, width, height, pictures, elements } = record ?? {};
  const size = paperSize({ paper, width, height });
  if (!size) return { name: String(name ?? ""), layout: null };
  const layout: PrintLayout = {
    ...size,
    pictures: pathsOf(typeof pictures === "string" ? pictures : ""),
    // As the resource's declaration has its lines.
    elements: elements as unknown as PrintElement[],
  };
  return { name: String(name ?? ""), layout };
}
