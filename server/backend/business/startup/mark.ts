/** Skipping a part and taking it up again, and whether the workbench still tells of what is left. */
import { m } from "~/contract/messages";
import { startUpMark } from "~/contract/startup/start-up";
import { Invalid } from "../../kernel/refusal";
import { serve } from "../../kernel/served";
import { dismiss, lockState, readState, skip, takeUp } from "./state";

export const mark = serve(startUpMark, async (call, { what, step }) => {
  await lockState(call);
  if (what === "dismiss" || what === "show") await dismiss(call, what === "dismiss");
  else if (step === undefined) throw new Invalid({ step: [m.v_required()] });
  else await (what === "skip" ? skip : takeUp)(call, step);
  return { goOn: (await readState(call)).leftAt };
});
