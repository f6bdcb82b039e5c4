/** File paths as schemas: what upload endpoints answer as data, and what forms hold. */
import { z } from "zod";
import { storedPath } from "./files";

/** The path of a stored file. */
export const filePath = z.string().regex(storedPath);

export const uploadAnswer = z.string();
export const uploadListAnswer = z.array(z.string());
