/** A file input in our own words where scripts run; without them the browser's own, which alone could say what was chosen. */
import { type InputHTMLAttributes, useState } from "react";
import { m } from "~/contract/messages";
import { useHydrated } from "../hydrated";

export function FilePick({ onChange, ...props }: InputHTMLAttributes<HTMLInputElement>) {
  const hydrated = useHydrated();
  const [names, setNames] = useState("");
  return (
    <span className={hydrated ? "file-pick" : undefined}>
      <input
        {...props}
        type="file"
        onChange={(event) => {
          onChange?.(event);
          // Cleared where what was chosen is sent at once, and listed above.
          setNames([...(event.currentTarget.files ?? [])].map(({ name }) => name).join(m.words_comma()));
        }}
      />
      {hydrated && (
        <span className="button" aria-hidden="true">
          {props.multiple ? m.files_pick_several() : m.files_pick()}
        </span>
      )}
      {hydrated && names && <span role="status">{names}</span>}
    </span>
  );
}
