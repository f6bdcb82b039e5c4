/** The layout of a print template on the wire. */
import { z } from "zod";
import { elementKinds } from "./print-sheet";

export const printLayout = z.object({
  width: z.number(),
  height: z.number(),
  pictures: z.array(z.string()),
  elements: z.array(
    z.object({
      kind: z.enum(elementKinds),
      text: z.string().nullable(),
      field: z.string().nullable(),
      picture: z.number().nullable(),
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
      size: z.number().nullable(),
      bold: z.boolean(),
      align: z.string().nullable(),
    }),
  ),
});
