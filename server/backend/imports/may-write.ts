import type { ImportExisting } from "~/contract/import";
import type { AnyResource } from "~/contract/resource";
import { lackingButton } from "../kernel/lacking-right";
import { Forbidden } from "../kernel/refusal";
import type { Call } from "../kernel/served";

/** To change what is there takes the buttons of the form as well. */
export async function refuseUnlessMayWrite(
  call: Pick<Call, "db" | "may">,
  { buttons }: Pick<AnyResource, "buttons">,
  existing: ImportExisting,
): Promise<void> {
  if (existing === "refuse") return;
  for (const button of [buttons.add, buttons.edit]) {
    if (!(await call.may(button))) throw new Forbidden(await lackingButton(call.db, button));
  }
}
