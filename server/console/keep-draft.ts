/** What was typed, kept for when somebody has signed in again or the server answers again. */
import { readFormBody } from "./form-body";
import type { Visit } from "./visit";

export async function keepDraft(request: Request, visit: Visit, address: string): Promise<void> {
  if (request.method !== "POST" || !visit.knowsUser) return;
  const read = await readFormBody(request.clone());
  if (!read.ok) return;
  const form = new URLSearchParams();
  for (const [name, value] of read.form) {
    // Files are chosen again; what was typed beside them need not be.
    if (typeof value === "string") form.append(name, value);
  }
  if (form.toString().length > 8_192) return;
  // Of several ticks under one name all are kept, as the forms write them.
  const fields = [...new Set(form.keys())].map((name) => [name, form.getAll(name).join(",")]);
  visit.keepDraft(address, Object.fromEntries(fields));
}
