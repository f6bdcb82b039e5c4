/** A bar along the top while a page is on its way (specification 4.2.10). */
import { useNavigation } from "@remix-run/react";
import { m } from "~/contract/messages";

export function Progress() {
  const { state } = useNavigation();
  return (
    <div className="progress" data-busy={state === "idle" ? undefined : ""} role="status">
      {state !== "idle" && <span className="visually-hidden">{m.shell_loading()}</span>}
    </div>
  );
}
