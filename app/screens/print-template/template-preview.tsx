/** The preview beside the form of a print template, and what moves its elements: buttons, and with scripts keys and the mouse. */
import { type MouseEvent, useCallback, useEffect, useRef, useState } from "react";
import { m } from "~/contract/messages";
import type { FormView } from "~/resource/load-form.server";
import { useHydrated } from "~/widgets/hydrated";
import { layoutOf, textsOf } from "./layout-of-form";
import { inputOf, moved, stepOf, steps } from "./move-element";
import { type PrintValues, TemplateSheet } from "./template-sheet";

const formId = "resource-form";
const arrows = [
  ["left", m.print_move_left, "←"],
  ["right", m.print_move_right, "→"],
  ["up", m.print_move_up, "↑"],
  ["down", m.print_move_down, "↓"],
] as const;

interface Props {
  view: FormView;
  values: PrintValues;
  /** What was typed into the controls below the preview. */
  controls: { element: string; step: string };
}

export function TemplatePreview({ view, values, controls }: Props) {
  const hydrated = useHydrated();
  const texts = useFormTexts(view);
  const uploads = view.inputs.find(({ name }) => name === "pictures")?.uploads?.files ?? [];
  const layout = layoutOf(
    texts,
    uploads.map(({ path }) => path),
  );
  const [chosen, setChosen] = useState(-1);
  const canvas = useRef<HTMLDivElement>(null);
  const now = useRef({ layout, chosen });
  now.current = { layout, chosen };

  const move = useCallback((place: number, by: readonly [number, number]) => {
    const to = now.current.layout && moved(now.current.layout, place, by);
    if (to) for (const [field, text] of Object.entries(to)) type(inputOf(place, field), text);
  }, []);
  useEffect(() => {
    let release = () => {};
    let gone = false;
    const held = { choose: setChosen, chosen: () => now.current.chosen, move };
    // Where it does not come, the buttons move.
    import("./canvas-script").then(
      ({ hold }) => {
        if (canvas.current && !gone) release = hold(canvas.current, held);
      },
      () => {},
    );
    return () => {
      gone = true;
      release();
    };
  }, [move]);

  /** With scripts the buttons move at once; without them they post. */
  function press(event: MouseEvent<HTMLButtonElement>, step: readonly [number, number]) {
    if (!hydrated) return;
    event.preventDefault();
    const typed = (name: string) =>
      event.currentTarget.parentElement?.querySelector<HTMLInputElement>(`[name=${name}]`);
    const place = Number(typed("moveElement")?.value) - 1;
    const by = stepOf(typed("moveStep")?.value ?? "");
    setChosen(place);
    move(place, [step[0] * by, step[1] * by]);
  }

  return (
    <section className="panel print-preview" aria-label={m.print_preview()}>
      <h2>{m.print_preview()}</h2>
      <div
        className="print-canvas"
        ref={canvas}
        tabIndex={hydrated ? 0 : undefined}
        role="application"
        aria-label={m.print_preview()}
      >
        {layout ? (
          <TemplateSheet layout={layout} values={values} label={m.print_preview()} chosen={chosen} />
        ) : (
          <p className="dim">{m.print_preview_none()}</p>
        )}
      </div>
      {layout && <p className="dim">{m.print_preview_size({ width: layout.width, height: layout.height })}</p>}
      {hydrated && <p className="field-help">{m.print_move_keys()}</p>}
      <p className="visually-hidden" role="status">
        {chosen >= 0 && m.print_chosen({ n: chosen + 1 })}
      </p>
      <fieldset className="print-move">
        <legend className="label">{m.print_move()}</legend>
        <label>
          {m.print_move_which()}{" "}
          <input
            key={chosen}
            className="input"
            name="moveElement"
            form={formId}
            inputMode="numeric"
            maxLength={2}
            defaultValue={chosen >= 0 ? chosen + 1 : controls.element}
          />
        </label>{" "}
        <label>
          {m.print_move_step()}{" "}
          <input
            className="input"
            name="moveStep"
            form={formId}
            inputMode="decimal"
            maxLength={4}
            defaultValue={controls.step}
          />
        </label>{" "}
        {arrows.map(([way, label, sign]) => (
          <button
            key={way}
            className="button"
            name="intent"
            value={`move:${way}`}
            form={formId}
            formNoValidate
            aria-label={label()}
            title={label()}
            onClick={(event) => press(event, steps[way] ?? [0, 0])}
          >
            {sign}
          </button>
        ))}
      </fieldset>
      {!hydrated && (
        <button className="button" name="intent" value="refresh" form={formId} formNoValidate>
          {m.print_preview_again()}
        </button>
      )}
    </section>
  );
}

function type(name: string, text: string) {
  const form = document.getElementById(formId);
  const input = form instanceof HTMLFormElement ? form.elements.namedItem(name) : null;
  if (!(input instanceof HTMLInputElement) || input.value === text) return;
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** What the form's inputs hold, as the page came and then as people type. */
function useFormTexts(view: FormView): Record<string, string> {
  const [texts, setTexts] = useState(() => textsOf(view));
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const read = () => {
      const fields = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
      setTexts(Object.fromEntries(fields));
    };
    // Lines come and go without an event of their own.
    const watch = new MutationObserver(read);
    watch.observe(form, { childList: true, subtree: true });
    form.addEventListener("input", read);
    read();
    return () => {
      watch.disconnect();
      form.removeEventListener("input", read);
    };
  }, []);
  return texts;
}
