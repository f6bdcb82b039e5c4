/** A command's page in a drawer: it posts to the page's own action, stays with what was typed when refused, and goes when done. */
import { useFetcher, useLocation } from "@remix-run/react";
import { type SyntheticEvent, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { m } from "~/contract/messages";
import Drawer from "~/widgets/drawer";
import type { CommandView } from "../load-command.server";
import { CommandForm } from "./command-form";
import { useFormOf } from "./use-resource-form";

interface Props {
  /** Of the command's page. */
  to: string;
  onClose(): void;
}

export default function CommandDrawer({ to, onClose }: Props) {
  const fetcher = useFetcher<CommandView>();
  const { key } = useLocation();
  const opened = useRef(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once an address
  useEffect(() => {
    fetcher.load(to);
  }, [to]);
  // Done, it leads back to the page below with its data anew.
  useEffect(() => {
    if (opened.current !== key) onClose();
  }, [key, onClose]);
  if (!fetcher.data) return null;
  // At the end of the body: a form around the link must not become its form, nor hear of what is typed here.
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: it keeps events of the drawer to itself
    <div onInput={stop} onChange={stop} onSubmit={stop} onClick={stop} onKeyDown={stop}>
      <Shown to={to} fetcher={fetcher} view={fetcher.data} onClose={onClose} />
    </div>,
    document.body,
  );
}

const stop = (event: SyntheticEvent) => event.stopPropagation();

interface ShownProps extends Props {
  fetcher: ReturnType<typeof useFetcher<CommandView>>;
  view: CommandView;
}

function Shown({ to, fetcher, view, onClose }: ShownProps) {
  const first = useRef(view);
  const panel = useRef<HTMLDivElement>(null);
  const { dirty: _, ...form } = useFormOf({
    loaded: first.current,
    answered: view === first.current ? undefined : view,
    at: to,
  });
  // The dialog has put the focus on its first control: it belongs to what is asked for.
  useEffect(() => {
    const controls =
      "form input:not([type=hidden]), form select, form textarea, form .button-primary:enabled, form .button";
    panel.current?.querySelector<HTMLElement>(controls)?.focus();
  }, []);
  const cancel = (
    <button type="button" className="button" onClick={(event) => event.currentTarget.closest("dialog")?.close()}>
      {m.engine_cancel()}
    </button>
  );
  return (
    <Drawer title={form.view.title} close={m.workbench_collapse()} onClose={onClose}>
      <div ref={panel}>
        <CommandForm Form={fetcher.Form} action={to} form={form} busy={fetcher.state !== "idle"} cancel={cancel} />
      </div>
    </Drawer>
  );
}
