/** A drawer on the right-hand side. It closes by its button and by Esc, not by a press beside it. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";

interface Props {
  title: string;
  close: string;
  onClose(): void;
  children: ReactNode;
}

export default function Drawer({ title, close, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  // Closed before it leaves the document, it gives the focus back to whatever opened it.
  useLayoutEffect(() => {
    const shown = dialog.current;
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} className="drawer" aria-label={title} onClose={onClose}>
      <div className="panel-head">
        <h2>{title}</h2>
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          {close}
        </button>
      </div>
      {children}
    </dialog>
  );
}
