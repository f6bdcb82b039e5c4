/** A field over the page that finds while one types: arrows choose, Enter goes, Esc closes. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";

export interface PaletteItem {
  id: string;
  text: string;
  hint: string;
}

interface Props {
  label: string;
  /** Said where nothing fits. */
  none: string;
  search(query: string, signal: AbortSignal): Promise<PaletteItem[]>;
  onPick(id: string): void;
  onClose(): void;
}

/** Milliseconds of rest before one asks. */
const rest = 120;

export default function Palette({ label, none, search, onPick, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useId();
  const [query, setQuery] = useState("");
  const [items, setItems] = useState<PaletteItem[] | null>(null);
  const [chosen, setChosen] = useState(0);

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  useEffect(() => {
    const asked = new AbortController();
    const timer = setTimeout(
      async () => {
        const found = await search(query, asked.signal).catch(() => null);
        if (asked.signal.aborted || !found) return;
        setItems(found);
        setChosen(0);
      },
      query === "" ? 0 : rest,
    );
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [query, search]);

  function key(event: KeyboardEvent) {
    const count = items?.length ?? 0;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count > 0) {
      event.preventDefault();
      setChosen((chosen + step + count) % count);
    }
    const item = items?.[chosen];
    if (event.key === "Enter" && item) {
      event.preventDefault();
      onPick(item.id);
    }
  }

  const optionId = (place: number) => `${list}-${place}`;
  return (
    <dialog ref={dialog} className="palette" aria-label={label} onClose={onClose}>
      <input
        className="input"
        type="search"
        role="combobox"
        aria-label={label}
        placeholder={label}
        aria-expanded={Boolean(items?.length)}
        aria-controls={list}
        aria-activedescendant={items?.length ? optionId(chosen) : undefined}
        autoComplete="off"
        maxLength={40}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={key}
      />
      <div role="listbox" id={list} aria-label={label}>
        {items?.map(({ id, text, hint }, place) => (
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
          <div key={id} id={optionId(place)} role="option" aria-selected={place === chosen} onClick={() => onPick(id)}>
            <span>{text}</span>
            <span className="dim">{hint}</span>
          </div>
        ))}
      </div>
      <p role="status" className="dim">
        {items?.length === 0 ? none : ""}
      </p>
    </dialog>
  );
}
