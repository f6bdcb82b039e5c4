/** A statement as a spreadsheet of its own: what the agency books from. */
import { z } from "zod";
import { method } from "../method";
import { id } from "../validators";

/** Movements in one file; whatever has more is made by shorter periods. */
export const statementFileMost = 50_000;

/** The file's name without its ending, and an `.xls` in base64. */
export const agencyStatementFile = method("manage", "agencyStatementFile", {
  payload: z.object({ id }),
  answer: z.object({ name: z.string(), content: z.string() }),
  access: { fun: "statementList" },
});
