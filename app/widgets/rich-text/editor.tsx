/** The editor itself: an editable area over the text area that is posted, and a tool bar. A file of its own, loaded on demand. */
import { type ClipboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { m } from "~/contract/messages";
import { isMarkup } from "~/contract/rich-text";
import { allowedHtml } from "./allowed-nodes";
import { LinkDialog } from "./link-dialog";
import { PictureDialog } from "./picture-dialog";

interface Props {
  area: RefObject<HTMLTextAreaElement>;
  label: string;
  invalid: boolean;
  /** The text area is shown again, or hidden. */
  onSource: (shown: boolean) => void;
}

// Deprecated by name only: every browser has it, and its undo is the user's own.
const run = (command: string, value?: string) => document.execCommand(command, false, value);

export default function Editor({ area, label, invalid, onSource }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const selection = useRef<Range | null>(null);
  const [source, setSource] = useState(false);
  const [asking, setAsking] = useState<"link" | "picture" | null>(null);

  useEffect(() => {
    if (source || !box.current || !area.current) return;
    const text = area.current.value;
    // Nothing but the allowed part of it, also of what was typed and refused a moment ago.
    box.current.innerHTML = allowedHtml(isMarkup(text) ? text : text.replace(/\r?\n/g, "<br>"));
    run("defaultParagraphSeparator", "p");
    onSource(false);
  }, [source, area, onSource]);

  const changed = () => {
    if (!area.current || !box.current) return;
    const html = allowedHtml(box.current.innerHTML);
    area.current.value = box.current.textContent?.trim() === "" && !/<(img|audio)/.test(html) ? "" : html;
    area.current.dispatchEvent(new Event("input", { bubbles: true }));
    area.current.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const press = (command: string) => {
    box.current?.focus();
    run(command);
    changed();
  };
  const ask = (what: "link" | "picture") => {
    const chosen = document.getSelection();
    const inside = chosen?.rangeCount && box.current?.contains(chosen.anchorNode);
    selection.current = inside ? chosen.getRangeAt(0) : null;
    setAsking(what);
  };
  /** Back to where one was, then there it goes. */
  const insert = (html: string) => {
    // While a modal dialog stands, nothing behind it takes the focus.
    flushSync(() => setAsking(null));
    box.current?.focus();
    const now = document.getSelection();
    if (selection.current) {
      now?.removeAllRanges();
      now?.addRange(selection.current);
    } else if (box.current) {
      now?.selectAllChildren(box.current);
      now?.collapseToEnd();
    }
    run("insertHTML", allowedHtml(html));
    changed();
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const html = event.clipboardData.getData("text/html");
    if (html) run("insertHTML", allowedHtml(html));
    else run("insertText", event.clipboardData.getData("text/plain"));
    changed();
  };
  const toSource = (shown: boolean) => {
    setSource(shown);
    onSource(shown);
  };

  return (
    <div className="rich-editor">
      <div className="rich-tools" role="toolbar" aria-label={m.files_rich_tools({ label })}>
        {!source && (
          <>
            <Tool label={m.files_rich_bold()} sign={<strong>B</strong>} press={() => press("bold")} />
            <Tool label={m.files_rich_italic()} sign={<em>I</em>} press={() => press("italic")} />
            <Tool label={m.files_rich_link()} sign={<Sign path={chain} />} press={() => ask("link")} />
            <Tool label={m.files_rich_picture()} sign={<Sign path={picture} />} press={() => ask("picture")} />
            <Tool label={m.files_rich_plain()} sign="⌫" press={() => press("removeFormat")} />
            <Tool label={m.files_rich_undo()} sign="↶" press={() => press("undo")} />
            <Tool label={m.files_rich_redo()} sign="↷" press={() => press("redo")} />
          </>
        )}
        <button type="button" className="link-button" aria-pressed={source} onClick={() => toSource(!source)}>
          {m.files_rich_source()}
        </button>
      </div>
      {!source && (
        // biome-ignore lint/a11y/useSemanticElements: no element edits rich text
        <div
          ref={box}
          className="rich-content rich-edited input"
          contentEditable
          suppressContentEditableWarning
          role="textbox"
          tabIndex={0}
          aria-multiline
          aria-label={label}
          aria-invalid={invalid || undefined}
          onInput={changed}
          onPaste={paste}
          onDrop={(event) => event.preventDefault()}
        />
      )}
      <LinkDialog open={asking === "link"} close={() => setAsking(null)} insert={insert} text={selection} />
      <PictureDialog open={asking === "picture"} close={() => setAsking(null)} insert={insert} />
    </div>
  );
}

const chain =
  "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1.2 1.2M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2";
const picture = "M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 7.5v2";

/** Drawn, since not every machine has a font with these signs. */
function Sign({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}

function Tool({ label, sign, press }: { label: string; sign: React.ReactNode; press: () => void }) {
  return (
    <button
      type="button"
      className="rich-tool"
      title={label}
      aria-label={label}
      // What is selected stays selected.
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
    >
      {sign}
    </button>
  );
}
