/** The files of an application: those that are there already, and those chosen now. */
import { createElement } from "react";
import { m } from "~/contract/messages";
import { applyFiles } from "~/contract/travel/apply-page";
import { useDocument } from "~/shell/document";
import elementScript from "./file-words-element.ts?worker&url";

interface Props {
  /** Of an earlier try; taken off by their boxes. */
  brought: readonly { ticket: string; name: string }[];
  errors: string[] | undefined;
}

/** By name; what they really are is found by their content. */
const accept = ".jpg,.jpeg,.png,.pdf";

export function ApplyFiles({ brought, errors }: Props) {
  const { most, megabytes } = applyFiles;
  const { lite } = useDocument();
  const described = ["files-help", errors && "files-error"].filter(Boolean).join(" ");
  const texts = {
    pick: m.files_pick_several(),
    large: m.apply_file_large({ name: "{name}", n: megabytes }),
    many: m.apply_files_most({ n: most }),
    and: m.words_comma(),
  };
  return (
    <div className="field">
      <label htmlFor="files">{m.apply_files()}</label>
      {brought.map(({ ticket, name }) => (
        <label className="choice" key={ticket}>
          <input type="checkbox" name="files" value={`${ticket} ${name}`} defaultChecked />
          {name}
        </label>
      ))}
      {createElement(
        "file-words",
        { texts: JSON.stringify(texts), most, bytes: megabytes * 1024 * 1024 },
        <input
          className="input"
          type="file"
          id="files"
          name="files.upload"
          multiple
          accept={accept}
          aria-invalid={errors ? true : undefined}
          aria-describedby={described}
        />,
      )}
      {!lite && <script type="module" src={elementScript} />}
      <p className="field-help" id="files-help">
        {m.apply_files_help({ most, size: megabytes })}
      </p>
      {errors && (
        <p className="field-error" id="files-error">
          {errors.join(" ")}
        </p>
      )}
    </div>
  );
}
