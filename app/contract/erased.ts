/** What stands in the place of a value that belonged to a person and was destroyed: this sign, and a keyed token or nothing. */
export const erasedSign = "␡";

export const isErased = (value: unknown): boolean => typeof value === "string" && value.startsWith(erasedSign);
