/** The table of cases of passages, for everything that judges them. */
export * from "~/gate-device/cases";
export * from "~/gate-device/gate-cases";
