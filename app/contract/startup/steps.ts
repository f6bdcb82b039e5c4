/** The parts of the start-up guide in their order, and where each is. */
export const startUpSteps = ["park", "types", "gates", "staff", "paying", "sale"] as const;
export type StartUpStep = (typeof startUpSteps)[number];

export const startUpPath = "/guidePage";
export const pathOfStep: Readonly<Record<StartUpStep, string>> = {
  park: "/guideOne",
  types: "/guideTwo",
  gates: "/guideThree",
  staff: "/guideFour",
  paying: "/guideFive",
  sale: "/guideFinally",
};

/** The one after; the last is followed by itself. */
export const stepAfter = (step: StartUpStep): StartUpStep =>
  startUpSteps[Math.min(startUpSteps.indexOf(step) + 1, startUpSteps.length - 1)] ?? step;
