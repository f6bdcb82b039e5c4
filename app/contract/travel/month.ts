/** Months as texts: yyyy-MM. */
export const monthPattern = /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/;

export const isMonth = (value: unknown): boolean => monthPattern.test(String(value ?? ""));
