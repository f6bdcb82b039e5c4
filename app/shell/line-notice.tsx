/** Says in place what the line does not carry, and asks what only the user can say. */
import { Suspense, useSyncExternalStore } from "react";
import { m } from "~/contract/messages";
import type { Trouble } from "~/line/line";
import { lazyPart, line, stopWaiting } from "~/line/this-line";

const SignInAgain = lazyPart(() => import("~/auth/sign-in-again"));

export function LineNotice() {
  const trouble = useSyncExternalStore(line.subscribe, line.trouble, none);
  const asks = trouble?.what === "signIn" || trouble?.what === "stranger";
  const sentence = trouble && sentenceOf(trouble);
  const isNews = trouble?.what === "wentThrough" || trouble?.what === "before";
  return (
    <>
      <div role="status" className="line-status no-print">
        {sentence && (
          <p className={trouble.what === "wentThrough" ? "notice notice-good" : "notice notice-warn"}>
            {sentence}
            {!isNews && (
              <>
                <button type="button" className="button" onClick={() => line.wake("press")}>
                  {m.line_retry()}
                </button>
                <button type="button" className="link-button" onClick={stopWaiting}>
                  {m.line_stop()}
                </button>
              </>
            )}
          </p>
        )}
      </div>
      {asks && (
        <Suspense>
          <SignInAgain key={trouble.what} trouble={trouble} decide={(go) => (go ? line.decide("go") : stopWaiting())} />
        </Suspense>
      )}
    </>
  );
}

const none = () => null;

function sentenceOf(trouble: Trouble): string | null {
  switch (trouble.what) {
    case "broken":
      return trouble.post ? m.line_broken_post() : m.line_broken_read();
    case "notSent":
      return m.line_not_sent();
    case "unsure":
      return m.line_unsure();
    case "wentThrough":
      return m.line_went_through();
    case "before":
      return trouble.done ? m.line_before_done() : m.line_before_unsure();
    default:
      return null;
  }
}
