/** What a value of a payload is to the audit log, said where its schema is declared. */
import { z } from "zod";

/**
 * `secret`: it opens something, and stands in no entry; `personal`: it belongs to a person, and stands in no entry that a
 * method did not write by itself; `open`: its name sounds like one of these, and it is none.
 */
export type Sensitivity = "secret" | "personal" | "open";

/** By schema, as it was declared: whatever is made of it afterwards (optional, a union, a pipe) holds it still. */
export const sensitivity = z.registry<{ kind: Sensitivity }>();
