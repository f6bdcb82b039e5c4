/** Uploaded files as rows: their names, and holding on to temporary ones. Bytes go by the uploads of contract/files. */
import { z } from "zod";
import { filePath } from "../file-answers";
import { mostFiles } from "../files";
import { method } from "../method";

const paths = z.array(filePath).max(100);

/** Name and size of those that the caller may read. */
export const describeFiles = method("platform", "describeFiles", {
  payload: z.object({ paths }),
  answer: z.array(z.object({ path: z.string(), name: z.string(), size: z.number() })),
  access: "signedIn",
});

/** The image upload dialog is submitted: its pictures, the caller's own, stay. */
export const keepFiles = method("platform", "keepFiles", {
  payload: z.object({ paths: z.array(filePath).min(1).max(mostFiles) }),
  answer: z.array(z.string()),
  access: "signedIn",
  writes: true,
  audit: false,
});
