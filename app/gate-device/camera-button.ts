/** The camera on a page that works without a line: a button that opens and closes it, and what it sees. */
import { m } from "~/contract/messages";
import { readsCodes, watchCamera } from "./camera";
import { element, type Part } from "./parts";

interface Wanted {
  /** Whether the code was taken; `off` closes the camera. */
  seen: (text: string, off: () => void) => boolean;
  /** There is none, or it was refused. */
  none: () => void;
}

let stop: (() => void) | null = null;

/** Of the camera that is open. */
export function closeCamera(): void {
  stop?.();
  stop = null;
}

/** Nothing where the browser reads no codes. */
export function cameraParts({ seen, none }: Wanted): Part[] {
  if (!readsCodes()) return [];
  const video = element("video", { playsinline: "", muted: "", hidden: "" });
  const button = element("button", { type: "button", class: "plain" }, m.check_camera());
  const off = () => {
    closeCamera();
    video.hidden = true;
    button.textContent = m.check_camera();
  };
  button.addEventListener("click", () => {
    if (stop) return off();
    video.hidden = false;
    button.textContent = m.check_camera_stop();
    watchCamera(video, (text) => seen(text, off)).then(
      (opened) => {
        stop = opened;
      },
      () => {
        off();
        none();
      },
    );
  });
  return [video, button];
}
