/** A modal dialog, where scripts run: above everything (z-index 1000), closed by its buttons or Escape, not by its backdrop. */
import { type ReactNode, useEffect, useRef } from "react";
import { createPortal } from "react-dom";

interface Props {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function Dialog({ title, open, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && dialog.current && !dialog.current.open) dialog.current.showModal();
  }, [open]);
  if (!open) return null;
  // At the end of the body: a form around it must not become its form.
  return createPortal(
    <dialog ref={dialog} className="dialog panel" aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {children}
    </dialog>,
    document.body,
  );
}
