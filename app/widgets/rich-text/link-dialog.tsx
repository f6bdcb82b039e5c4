/** Asks where a link leads. */
import { type RefObject, useState } from "react";
import { m } from "~/contract/messages";
import { Dialog } from "../dialog";
import { linkAddress } from "./allowed-nodes";

interface Props {
  open: boolean;
  close: () => void;
  insert: (html: string) => void;
  /** What was selected becomes the link's text. */
  text: RefObject<Range | null>;
}

export function LinkDialog({ open, close, insert, text }: Props) {
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState(false);
  const done = () => {
    const address = linkAddress(typed);
    if (!address) return setWrong(true);
    const link = document.createElement("a");
    link.href = address;
    if (/^https?:/i.test(address)) link.target = "_blank";
    link.textContent = text.current?.toString() || typed.trim();
    setTyped("");
    setWrong(false);
    insert(link.outerHTML);
  };
  return (
    <Dialog title={m.files_rich_link()} open={open} onClose={close}>
      <div className="field">
        <label htmlFor="rich-link">{m.files_rich_address()}</label>
        <input
          id="rich-link"
          className="input"
          value={typed}
          maxLength={500}
          aria-invalid={wrong || undefined}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && done()}
        />
        {wrong && (
          <p className="field-error" role="alert">
            {m.files_rich_no_address()}
          </p>
        )}
      </div>
      <div className="actions">
        <button type="button" className="button" onClick={close}>
          {m.engine_cancel()}
        </button>
        <button type="button" className="button button-primary" onClick={done}>
          {m.files_submit()}
        </button>
      </div>
    </Dialog>
  );
}
