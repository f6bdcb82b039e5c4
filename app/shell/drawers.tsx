/** The drawers of the top bar. Their buttons are links to pages; scripts show the same in a drawer instead. */

import { type MouseEvent, Suspense, useState } from "react";
import { m } from "~/contract/messages";
import { lazyPart, overLine } from "~/line/this-line";
import { Link } from "~/widgets/link";
import type { WorkbenchView } from "~/widgets/workbench-links";
import { Icon } from "./icon";

const Drawer = lazyPart(() => import("~/widgets/drawer"));
const WorkbenchLinks = lazyPart(() => import("~/widgets/workbench-links"));

type Shown = { kind: "workbench"; view: WorkbenchView } | { kind: "description"; name: string; image: string };

interface Props {
  workbench: boolean;
  /** Path of the page whose description there is. */
  described: string | null;
  onToggle(open: boolean): void;
}

export function Drawers({ workbench, described, onToggle }: Props) {
  const [shown, setShown] = useState<Shown | null>(null);

  async function open(event: MouseEvent<HTMLAnchorElement>) {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const address = event.currentTarget.getAttribute("href") ?? "";
    const answer = await overLine(address, { headers: { accept: "application/json" } });
    // Whatever went wrong, the page itself tells.
    if (!answer.ok) return location.assign(address);
    const body = await answer.json();
    setShown(address === "/workbench" ? { kind: "workbench", view: body.view } : { kind: "description", ...body });
    onToggle(true);
  }
  function close() {
    setShown(null);
    onToggle(false);
  }

  return (
    <>
      {workbench && (
        <Link to="/workbench" className="top-link" onClick={open}>
          <Icon name="apps" />
          <span>{m.workbench_title()}</span>
        </Link>
      )}
      {described !== null && (
        <Link to={`/pageDescription?of=${encodeURIComponent(described)}`} className="top-link" onClick={open}>
          <Icon name="help" />
          <span>{m.workbench_description()}</span>
        </Link>
      )}
      {shown && (
        <Suspense>
          <Drawer
            title={shown.kind === "workbench" ? m.workbench_title() : m.workbench_description()}
            close={m.workbench_collapse()}
            onClose={close}
          >
            {shown.kind === "workbench" ? (
              <WorkbenchLinks {...shown.view} />
            ) : (
              <img src={shown.image} alt={m.workbench_description_of({ name: shown.name })} />
            )}
          </Drawer>
        </Suspense>
      )}
    </>
  );
}
