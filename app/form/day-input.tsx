/**
 * A day: the browser's own field without scripts; with them a text as people type days (1122, 今天, +1), made yyyy-MM-dd
 * when they leave it, and a calendar that is fetched when somebody asks for it. The server reads the same texts.
 */
import { type InputHTMLAttributes, Suspense, useRef, useState } from "react";
import { m } from "~/contract/messages";
import { typedDay } from "~/contract/typed-day";
import { lazyPart } from "~/line/this-line";
import { useHydrated } from "~/widgets/hydrated";

const Calendar = lazyPart(() => import("./day-calendar"));

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  /** A calendar of its own; left out where one serves both ends of a range. */
  picks?: boolean;
}

export function DayInput({ picks = true, ...props }: Props) {
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState<string | null>(null);
  const text = { type: "text", inputMode: "text", placeholder: "yyyy-MM-dd", maxLength: 12 } as const;
  const fill = (day: string) => {
    const field = input.current;
    if (!field || field.value === day) return;
    field.value = day;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  };
  const mayPick = picks && hydrated && !props.disabled && !props.readOnly;
  const open = () => {
    setShown(input.current?.value ?? "");
    dialog.current?.showModal();
  };
  return (
    <div className="day-field">
      <input
        {...props}
        {...(hydrated ? text : { type: "date" })}
        autoComplete="off"
        ref={input}
        onKeyDown={(event) => {
          // As in the browser's own field.
          if (!mayPick || event.key !== "ArrowDown" || !event.altKey) return;
          event.preventDefault();
          open();
        }}
        onBlur={({ currentTarget: { value } }) => value && fill(typedDay(value, hereToday()))}
      />
      {mayPick && (
        <button
          type="button"
          className="day-open"
          aria-haspopup="dialog"
          aria-label={m.engine_pick_day()}
          tabIndex={-1}
          onClick={open}
        />
      )}
      {mayPick && (
        <dialog
          ref={dialog}
          className="day-dialog panel"
          aria-label={m.engine_pick_day()}
          onClose={() => setShown(null)}
        >
          {shown !== null && (
            <Suspense fallback={<p className="dim">…</p>}>
              <Calendar
                day={shown}
                {...ends(props)}
                choose={(day) => {
                  dialog.current?.close();
                  fill(day);
                }}
              />
            </Suspense>
          )}
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            {m.engine_cancel()}
          </button>
        </dialog>
      )}
    </div>
  );
}

const ends = ({ min, max }: Props) => ({ ...(min && { min: String(min) }), ...(max && { max: String(max) }) });

/** Of the machine: what it comes to is seen before it is sent. */
function hereToday(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
