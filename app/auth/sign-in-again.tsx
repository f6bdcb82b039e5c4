/** Signing in again over a page that is filled in: the console's own sign-in in a frame, with its puzzle and its second step. */
import { useEffect, useRef } from "react";
import { m } from "~/contract/messages";
import type { Trouble } from "~/line/line";
import { Dialog } from "~/widgets/dialog";

interface Props {
  trouble: Extract<Trouble, { what: "signIn" | "stranger" }>;
  /** True: signed in, or to be sent as the account that is signed in. */
  decide(go: boolean): void;
}

/** Pages on which one is not signed in yet. */
const doors = /^\/(login\w*|lock|prove|changePassword|captcha|user-error|switchAccount|preferences)$/i;
/** Where the sign-in leads to: an answer of some bytes, which nobody sees. */
const arrived = "/posted";

export default function SignInAgain({ trouble, decide }: Props) {
  const closing = useRef(false);
  const leave = (go: boolean) => {
    closing.current = true;
    decide(go);
  };
  const closed = () => {
    if (!closing.current) leave(false);
  };
  const frame = useRef<HTMLIFrameElement>(null);
  const close = useRef(closed);
  close.current = closed;

  // Keys that are pressed in a frame reach nobody else, and its field has the focus before it has loaded to the end.
  useEffect(() => {
    let known: Document | null = null;
    const heard = ({ key }: KeyboardEvent) => key === "Escape" && close.current();
    const timer = setInterval(() => {
      const shown = frame.current?.contentDocument ?? null;
      if (shown === known) return;
      known = shown;
      shown?.addEventListener("keydown", heard);
    }, 50);
    return () => clearInterval(timer);
  }, []);

  if (trouble.what === "stranger") {
    const { name } = trouble;
    return (
      <Dialog title={m.line_stranger_title()} open onClose={closed}>
        <p>{m.line_stranger({ name })}</p>
        <p className="actions">
          <button type="button" className="button" onClick={() => leave(false)}>
            {m.line_stranger_keep()}
          </button>
          <button type="button" className="button button-primary" onClick={() => leave(true)}>
            {m.line_stranger_send({ name })}
          </button>
        </p>
      </Dialog>
    );
  }

  // Signed in, and asked for a fresh proof: the page in the frame says why.
  const proves = trouble.door === "/prove";
  const title = proves ? m.factor_prove_title() : m.line_sign_in_title();

  function look({ currentTarget }: React.SyntheticEvent<HTMLIFrameElement>) {
    const place = placeOf(currentTarget);
    if (place !== null && !doors.test(place)) leave(true);
  }

  return (
    <Dialog title={title} open onClose={closed}>
      {!proves && <p>{m.line_sign_in_text()}</p>}
      <iframe
        ref={frame}
        className="sign-in-frame"
        title={title}
        src={`${trouble.door}?redirect=${encodeURIComponent(arrived)}`}
        onLoad={look}
      />
      <p className="actions">
        <button type="button" className="button" onClick={() => leave(false)}>
          {m.shell_cancel()}
        </button>
      </p>
    </Dialog>
  );
}

/** Null while it is empty, or somebody else's. */
function placeOf(frame: HTMLIFrameElement): string | null {
  try {
    const { href, pathname } = frame.contentWindow?.location ?? {};
    return href === "about:blank" ? null : (pathname ?? null);
  } catch {
    return null;
  }
}
