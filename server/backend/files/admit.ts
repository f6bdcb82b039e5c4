/** Whether a file may come in: size, content and number (specification 5), with the messages it names. */
import { type Accept, imageTypes, sizeProblem } from "~/contract/files";
import { m } from "~/contract/messages";
import { parsers } from "../parsing/parsers";
import type { StoredFile } from "./schema";
import { isDrawing, type Sniffed, sniff } from "./sniff";
import { isWithinSvgBounds } from "./svg";

export type Kind = StoredFile["kind"];

/** By what an input says that it takes. */
export const kindsTaken: Readonly<Record<Accept, readonly Kind[]>> = {
  image: ["image"],
  media: ["image", "media"],
  file: ["image", "media", "document"],
};

export interface Received {
  name: string;
  bytes: Uint8Array;
}

export type Admitted = { ok: true; sniffed: Sniffed } | { ok: false; message: string };

/** Throws what a thread that reads foreign files says. */
export async function admit({ name, bytes }: Received, takes: readonly Kind[]): Promise<Admitted> {
  const onlyImages = takes.every((kind) => kind === "image");
  const no = (message: string): Admitted => ({ ok: false, message });
  const tooLarge = sizeProblem(bytes.length, onlyImages ? "image" : "file");
  if (tooLarge !== null) return no(tooLarge);
  if (bytes.length === 0) return no(m.files_empty());
  const drawing = isDrawing(bytes);
  if (drawing && !isWithinSvgBounds(bytes)) return no(m.files_drawing_bounds());
  const sniffed = sniff(bytes, name, drawing ? null : await parsers.type(bytes));
  if (onlyImages && sniffed?.kind !== "image") return no(m.files_only_images());
  if (!sniffed || !takes.includes(sniffed.kind)) return no(m.files_type());
  if (sniffed.unwanted || (sniffed.kind === "image" && !endsAsImage(name))) return no(m.files_image_types());
  return { ok: true, sniffed };
}

/** A name without an ending says nothing against it: phones send such. */
function endsAsImage(name: string): boolean {
  const ended = /\.([^.]{1,10})$/.exec(name)?.[1]?.toLowerCase();
  return ended === undefined || (imageTypes as readonly string[]).includes(ended);
}

/** The warning of more files than are taken: limit, chosen now, total. */
export function countProblem(limit: number, chosen: number, present = 0): string | null {
  const total = chosen + present;
  return total > limit ? m.files_count({ limit, chosen, total }) : null;
}
