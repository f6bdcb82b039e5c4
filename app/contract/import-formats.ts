/** Files that an import takes. By itself: the browser needs it without the schemas of the methods. */
export const importFormats = ["xlsx", "xls", "csv"] as const;
export type ImportFormat = (typeof importFormats)[number];
