/**
 * The slider puzzle (specification 2.7). Without scripts the picture is the form's own image button: who clicks the notch
 * submits the form with the place. Scripts turn it into a slider in a shadow tree (slide-captcha-element.ts), so that this
 * markup stays as the server sent it, in pages that React takes over and in those without it.
 */
import { createElement, useEffect } from "react";
import { m } from "~/contract/messages";
import elementScript from "./slide-captcha-element.ts?worker&url";

export interface CaptchaPicture {
  width: number;
  height: number;
  /** Addresses of images. */
  picture: string;
  piece: string;
}

/** "passed": solved and not used yet. "trouble": no picture could be had. */
export type CaptchaState = CaptchaPicture | "passed" | "trouble";

interface SlideCaptchaProps {
  state: CaptchaState;
  /** Of the form field that carries a click: `<name>.x`, `<name>.y`. */
  name?: string;
  /** Where tries are posted to. */
  action?: string;
  /** No scripts by choice. */
  lite: boolean;
}

export function SlideCaptcha({ state, name = "captcha", action = "/captcha", lite }: SlideCaptchaProps) {
  useEffect(() => {
    if (!lite) addScript();
  }, [lite]);
  if (state === "passed") return <p className="captcha-passed">✓ {m.auth_captcha_passed()}</p>;
  if (state === "trouble") return <p className="field-error">{m.auth_captcha_trouble()}</p>;
  const { width, height, picture, piece } = state;
  const attributes = { action, width, height, picture, piece, texts: JSON.stringify(texts()), key: picture };
  return (
    <>
      {createElement(
        "slide-captcha",
        attributes,
        <p className="captcha-lead" key="lead">
          {m.auth_captcha_click()}
        </p>,
        <input
          key="picture"
          type="image"
          name={name}
          src={picture}
          alt={m.auth_captcha_picture()}
          width={width}
          height={height}
        />,
      )}
      {!lite && <script type="module" src={elementScript} />}
    </>
  );
}

/** What the element says; it has no messages of its own. */
function texts() {
  return {
    start: m.auth_captcha_start(),
    drag: m.auth_captcha_drag(),
    success: m.auth_captcha_success(),
    passed: m.auth_captcha_passed(),
    failed: m.auth_captcha_failed(),
    handle: m.auth_captcha_handle(),
    again: m.auth_captcha_again(),
    wait: m.auth_captcha_wait(),
    trouble: m.auth_captcha_trouble(),
  };
}

/** In a page that React took over the script tag may have come too late to run. */
function addScript(): void {
  if (customElements.get("slide-captcha")) return;
  const script = document.createElement("script");
  script.type = "module";
  script.src = elementScript;
  document.head.append(script);
}
