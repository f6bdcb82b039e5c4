/** Who works with tenants: all of head office, in the SaaS edition and without. A part of it is bound to its own parks. */
import { m } from "~/contract/messages";
import { headOffice } from "~/contract/wire";
import { Forbidden } from "../../../kernel/refusal";
import type { Call } from "../../../kernel/served";

export function admitHeadOffice({ caller }: Pick<Call, "caller">): void {
  if (caller.corpCode !== headOffice) throw new Forbidden(m.system_head_office_only());
  if (caller.scope !== null) throw new Forbidden(m.tenant_whole_office());
}
