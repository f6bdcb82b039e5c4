/**
 * Choosing files for a form. Without scripts a plain file input that is posted with the form; with them each file is
 * sent at once, with its progress, and the form waits for all. Removing asks first, both ways.
 */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { type Accept, documentTypes, imageTypes, mediaTypes } from "~/contract/files";
import { m } from "~/contract/messages";
import { Legend } from "~/form/field-notes";
import { useHydrated } from "../hydrated";
import { FileItem } from "./file-item";
import { FilePick } from "./file-pick";
import { type Chosen, type Item, useUploads } from "./use-uploads";

const endings: Record<Accept, readonly string[]> = {
  image: imageTypes,
  media: [...imageTypes, ...mediaTypes],
  file: [...imageTypes, ...documentTypes, ...mediaTypes],
};

interface Props {
  /** Posts `name` (paths), `name.remove`, `name.upload`. */
  name: string;
  label: string;
  accept: Accept;
  /** Endings of those that are offered, where not all that `accept` takes will do; `help` says so. */
  only?: readonly string[];
  most: number;
  /** Each smaller than so many, where that is less than the 10 of all uploads. */
  megabytes?: number | undefined;
  files: Chosen[];
  help?: string | undefined;
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Of a phone without scripts: its camera at once. */
  capture?: "user" | "environment";
  /** Another way to choose, beside the button; what it hands in is sent as what is chosen. */
  beside?: (add: (files: File[]) => void) => ReactNode;
  /** Told of every change. */
  onItems?: (items: Item[]) => void;
}

export function FileInput({ name, label, accept, only, most, megabytes, files, capture, beside, ...rest }: Props) {
  const { help, error, required, disabled, onItems } = rest;
  const id = `f-${name}`;
  const about = useId();
  const hydrated = useHydrated();
  const frame = useRef<HTMLFieldSetElement>(null);
  const uploads = useUploads({ files, accept, most, megabytes });
  useWaiting(frame, uploads.hasPending, uploads.askToWait);
  const { items } = uploads;
  useEffect(() => onItems?.(items), [items, onItems]);
  useTelling(frame, items);
  const problem = uploads.problem ?? error;
  return (
    <fieldset className="field wide plain upload" ref={frame} aria-describedby={about} disabled={disabled}>
      <Legend label={label} required={required} />
      {uploads.items.length > 0 && (
        <ul className={accept === "image" ? "upload-pictures" : "upload-files"}>
          {uploads.items.map((item) => (
            <FileItem key={item.key} name={name} item={item} uploads={hydrated ? uploads : null} />
          ))}
        </ul>
      )}
      <FilePick
        id={id}
        name={`${name}.upload`}
        accept={(only ?? endings[accept]).map((ending) => `.${ending}`).join(",")}
        multiple={most > 1}
        capture={hydrated ? undefined : capture}
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={about}
        onChange={({ currentTarget }) => {
          uploads.add([...(currentTarget.files ?? [])]);
          // Sent already: the form must not post it once more.
          currentTarget.value = "";
        }}
      />
      {beside?.(uploads.add)}
      <div id={about}>
        <p className="field-error" role={uploads.problem ? "alert" : undefined}>
          {problem}
        </p>
        {help && <p className="field-help">{help}</p>}
        {!only && <p className="field-help">{limitsOf(accept, most, megabytes)}</p>}
      </div>
    </fieldset>
  );
}

function limitsOf(accept: Accept, n: number, size = 10): string {
  return accept === "image" ? m.files_image_limits({ n, size }) : m.files_limits({ n, size });
}

/** The form around it hears that something has changed, as it does of what is typed. */
function useTelling(frame: { current: HTMLFieldSetElement | null }, items: Item[]) {
  const said = items.map(({ key, path }) => path || key).join();
  const before = useRef(said);
  useEffect(() => {
    if (before.current === said) return;
    before.current = said;
    frame.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [said, frame]);
}

/** The form around it is not sent while files are under way. Caught on the way down, before the router hears of it. */
function useWaiting(frame: { current: HTMLFieldSetElement | null }, hasPending: () => boolean, ask: () => void) {
  useEffect(() => {
    const form = frame.current?.form;
    if (!form) return;
    const wait = (event: Event) => {
      if (event.target !== form || !hasPending()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      ask();
    };
    document.addEventListener("submit", wait, { capture: true });
    return () => document.removeEventListener("submit", wait, { capture: true });
  }, [frame, hasPending, ask]);
}
