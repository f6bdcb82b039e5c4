/** One file of an input: its picture or name, how far it is, and its removal, which asks. */

import { m } from "~/contract/messages";
import { thumbnailOf } from "../file-links";
import type { Item, Uploads } from "./use-uploads";

interface Props {
  name: string;
  item: Item;
  /** Null where no scripts run: a tick then removes it when the form is saved. */
  uploads: Uploads | null;
}

export function FileItem({ name, item, uploads }: Props) {
  const { path } = item;
  return (
    <li className="upload-item">
      {path && <input type="hidden" name={name} value={path} />}
      {path && (
        <a href={path} target="_blank" rel="noreferrer" title={item.name}>
          {isPicture(path) ? <img src={thumbnailOf(path)} alt={item.name} loading="lazy" /> : item.name}
        </a>
      )}
      {path && item.isNew && <span className="badge badge-calm">{m.files_new()}</span>}
      {!path && <span className="upload-name">{item.name}</span>}
      {item.state === "sending" && (
        <progress max={1} value={item.progress} aria-label={m.files_progress({ name: item.name })}>
          {Math.round(item.progress * 100)}%
        </progress>
      )}
      {item.state === "failed" && (
        <p className="field-error" role="alert">
          {item.message}
        </p>
      )}
      {item.state === "failed" && item.file && (
        <button type="button" className="link-button" onClick={() => uploads?.again(item.key)}>
          {m.files_again()}
        </button>
      )}
      <details className="upload-remove">
        <summary aria-label={m.files_remove_named({ name: item.name })}>{m.files_remove()}</summary>
        {uploads ? (
          <>
            <span>{m.files_remove_ask({ name: item.name })}</span>{" "}
            <button type="button" className="button button-danger" onClick={() => uploads.remove(item.key)}>
              {m.files_remove()}
            </button>
          </>
        ) : (
          <label className="choice">
            <input type="checkbox" name={`${name}.remove`} value={path} />
            {m.files_remove_ask({ name: item.name })}
          </label>
        )}
      </details>
    </li>
  );
}

function isPicture(path: string): boolean {
  return path.startsWith("/images/") || path.startsWith("/img/");
}
