/**
 * Searching as one types, 300 ms after the last key, page by page; what the mouse was over is forgotten 300 ms after it
 * has left (specification 9). A file of its own, fetched late.
 */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { m } from "~/contract/messages";
import type { Option } from "~/contract/resource";
import type { FieldProps } from "./field-input";

const debounce = 300;
const hoverReset = 300;

interface Found {
  options: Option[];
  more: boolean;
}

export default function RemoteCombobox({ input, errors }: FieldProps) {
  const { name, value, options, disabled, source = "", refreshes } = input;
  const first = options?.find((option) => option.value === value) ?? { value, label: "" };
  const [chosen, setChosen] = useState<Option>(first);
  const [text, setText] = useState(first.label);
  const [open, setOpen] = useState(false);
  const [page, setPage] = useState(1);
  const [found, setFound] = useState<Found>({ options: [], more: false });
  const [active, setActive] = useState(-1);
  const hidden = useRef<HTMLInputElement>(null);
  const forgetting = useRef<ReturnType<typeof setTimeout>>();
  const q = text === chosen.label ? "" : text;

  useEffect(() => {
    if (!open) return;
    const abort = new AbortController();
    const wait = setTimeout(async () => {
      const query = new URLSearchParams({ field: name.replace(/\[\d+\]/g, ""), q, pageNo: String(page) });
      const answer = await fetch(`${source}?${query}`, { signal: abort.signal }).catch(() => null);
      const json = answer?.headers.get("content-type")?.includes("json");
      if (!answer?.ok || !json) return;
      const next: Found = await answer.json();
      setFound((before) => (page === 1 ? next : { ...next, options: [...before.options, ...next.options] }));
    }, debounce);
    return () => {
      clearTimeout(wait);
      abort.abort();
    };
  }, [open, q, page, name, source]);

  useEffect(() => () => clearTimeout(forgetting.current), []);

  const over = (index: number) => {
    clearTimeout(forgetting.current);
    setActive(index);
  };
  const left = () => {
    clearTimeout(forgetting.current);
    forgetting.current = setTimeout(() => setActive(-1), hoverReset);
  };
  const pick = (option: Option) => {
    setChosen(option);
    setText(option.label);
    setOpen(false);
    // After the value has changed: the form listens.
    setTimeout(() => hidden.current?.dispatchEvent(new Event("input", { bubbles: true })));
  };
  const search = (next: string) => {
    setText(next);
    setPage(1);
    setActive(-1);
    setOpen(true);
    if (next === "") setChosen({ value: "", label: "" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return close();
    if (event.key === "Enter" && open && active >= 0) {
      event.preventDefault();
      const option = found.options[active];
      if (option) pick(option);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    setOpen(true);
    setActive((now) => Math.min(Math.max(now + step, 0), found.options.length - 1));
  };
  const close = () => {
    setOpen(false);
    setText(chosen.label);
  };
  const list = `f-${name}-list`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus has left
    <div className="remote" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}>
      <input ref={hidden} type="hidden" name={name} value={chosen.value} data-refreshes={refreshes} />
      <input
        className="input"
        id={`f-${name}`}
        role="combobox"
        aria-expanded={open}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${list}-${active}` : undefined}
        aria-invalid={errors[name] ? true : undefined}
        aria-describedby={errors[name] ? `f-${name}-error` : undefined}
        autoComplete="off"
        placeholder={m.forms_search_hint()}
        disabled={disabled}
        value={text}
        onChange={(event) => search(event.currentTarget.value)}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      <div className="remote-list" hidden={!open}>
        <div role="listbox" id={list} aria-label={input.label}>
          {found.options.map((option, index) => (
            <div
              key={option.value}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseEnter={() => over(index)}
              onMouseLeave={left}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(option)}
              onKeyDown={onKeyDown}
            >
              {option.label}
            </div>
          ))}
        </div>
        {found.options.length === 0 && <p className="dim">{m.engine_none_filtered()}</p>}
        {found.more && (
          <button type="button" className="link-button" onClick={() => setPage(page + 1)}>
            {m.forms_search_more()}
          </button>
        )}
      </div>
    </div>
  );
}
