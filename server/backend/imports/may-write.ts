import type { ImportExisting } from "~/contract/import";
import { m } from "~/contract/messages";
import type { AnyResource } from "~/contract/resource";
import { Forbidden } from "../kernel/refusal";
import type { Call } from "../kernel/served";

/** To change what is there takes the buttons of the form as well. */
export async function refuseUnlessMayWrite(
  call: Call,
  { buttons }: AnyResource,
  existing: ImportExisting,
): Promise<void> {
  if (existing === "refuse") return;
  for (const button of [buttons.add, buttons.edit]) {
    if (!(await call.may(button))) throw new Forbidden(m.ops_forbidden());
  }
}
