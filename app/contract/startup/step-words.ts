/** What the steps of the start-up guide are called, and their states. */
import { type Message, m } from "../messages";
import type { StartUpStep } from "./steps";

export const stepName: Readonly<Record<StartUpStep, Message>> = {
  park: m.startup_step_park,
  types: m.startup_step_types,
  gates: m.startup_step_gates,
  staff: m.startup_step_staff,
  paying: m.startup_step_paying,
  sale: m.startup_step_sale,
};

export const stateName: Readonly<Record<"done" | "skipped" | "open", Message>> = {
  done: m.startup_state_done,
  skipped: m.startup_state_skipped,
  open: m.startup_state_open,
};
