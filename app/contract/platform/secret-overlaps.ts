/** Hours that the secret of an application before its new one goes on signing requests of the open API. */
export const overlaps = [0, 1, 24, 72] as const;
