/** The dispatch client as one visitor, with the session that the visit has or another one. */
import { createDispatchClient } from "../dispatch/client";
import type { ContextOptions } from "./context-options";

export function clientFor(
  {
    dispatch,
    visit,
    requestId,
    visitor,
    writes,
    user = null,
    onFailure,
  }: Pick<ContextOptions, "dispatch" | "visit" | "requestId" | "visitor" | "writes"> &
    Partial<Pick<ContextOptions, "user" | "onFailure">>,
  { token, corpCode }: { token: string | null; corpCode: string } = {
    token: visit.token,
    corpCode: visit.session.corpCode,
  },
) {
  const { sessionId } = visit.session;
  const { locale } = visit.preferences;
  const caller = {
    sessionId,
    token,
    corpCode,
    locale,
    requestId,
    visitor,
    writes,
    ...(onFailure && { onFailure }),
    together: user !== null && !user.mustChangePassword && !user.mustEnrol,
  };
  return createDispatchClient(dispatch, caller);
}
