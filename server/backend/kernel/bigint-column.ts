/** A column of whole numbers past 32 bits, read as numbers: ids and amounts of money stay below 2^53. */
import { bigint } from "drizzle-orm/pg-core";

export const bigintColumn = (name: string) => bigint(name, { mode: "number" });
