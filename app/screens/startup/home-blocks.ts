/** What of the start-up guide is left, on the workbench of who may do it. */
import { m } from "../../contract/messages";
import { startUpStanding } from "../../contract/startup/start-up";
import { stateName, stepName } from "../../contract/startup/step-words";
import { pathOfStep, startUpPath } from "../../contract/startup/steps";
import { type BlockView, homeBlock } from "../home-block";

const left = homeBlock(5, startUpStanding, ({ steps, dismissed }): BlockView | null => {
  const rest = steps.filter(({ state }) => state !== "done");
  if (dismissed || rest.length === 0) return null;
  return {
    kind: "rows",
    title: m.startup_home(),
    to: startUpPath,
    press: { label: m.startup_dismiss(), action: startUpPath, fields: { intent: "dismiss", back: "home" } },
    none: "",
    rows: rest.map(({ step, state }) => ({
      text: stepName[step](),
      value: stateName[state](),
      to: pathOfStep[step],
      ...(state === "open" && { tone: "warn" as const }),
    })),
  };
});

export const homeBlocks = [left];
