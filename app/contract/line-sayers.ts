/** What a line says of itself while it is typed, by name: fetched by the forms that show it. */
export const lineSayers = {
  refundBand: async () => (await import("./ticket/band-words")).typedBandWords,
};

export type LineSayer = keyof typeof lineSayers;
