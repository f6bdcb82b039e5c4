/** What may be done to put an order right; free of schemas, for pages. */
export const repairActions = ["reissue", "resend", "askPayment", "close"] as const;
export type RepairAction = (typeof repairActions)[number];
