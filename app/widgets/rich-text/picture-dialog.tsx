/** The image upload dialog over a page: it may be submitted when every picture is there (specification 4.5). */
import { useState } from "react";
import { mostFiles } from "~/contract/files";
import { m } from "~/contract/messages";
import { Dialog } from "../dialog";
import { FileInput } from "../upload/file-input";
import type { Item } from "../upload/use-uploads";

interface Props {
  open: boolean;
  close: () => void;
  insert: (html: string) => void;
}

const none: never[] = [];

export function PictureDialog({ open, close, insert }: Props) {
  const [items, setItems] = useState<Item[]>([]);
  const [problem, setProblem] = useState<string | undefined>();
  const done = () => {
    if (items.some(({ state }) => state !== "there")) return setProblem(m.files_wait());
    if (items.length === 0) return setProblem(m.files_none());
    setProblem(undefined);
    insert(items.map(pictureOf).join(""));
  };
  return (
    <Dialog title={m.files_dialog_title()} open={open} onClose={close}>
      <FileInput
        name="rich-pictures"
        label={m.files_pictures()}
        accept="image"
        most={mostFiles}
        files={none}
        error={problem}
        onItems={setItems}
      />
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

function pictureOf({ path, name }: Item): string {
  const picture = document.createElement("img");
  picture.src = path;
  picture.alt = name.replace(/\.[^.]+$/, "");
  return picture.outerHTML;
}
