import { m } from "~/contract/messages";

/** Specification 9: 80 from the bottom, 20 from the right. A link, so it needs no script; shown once there is a way back. */
export function BackToTop() {
  return (
    <a className="back-to-top no-print" href="#main" aria-label={m.files_to_top()} title={m.files_to_top()}>
      ↑
    </a>
  );
}
