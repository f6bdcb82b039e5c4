/** The work of a sign-in in the background, where scripts run: see sign-in-work-element.ts. */
import { createElement, useEffect } from "react";
import elementScript from "./sign-in-work-element.ts?worker&url";

export function SignInWork({ challenge, bits }: { challenge: string; bits: number }) {
  useEffect(() => {
    if (customElements.get("sign-in-work")) return;
    const script = document.createElement("script");
    script.type = "module";
    script.src = elementScript;
    document.head.append(script);
  }, []);
  return (
    <>
      {createElement("sign-in-work", { name: "work", challenge, bits })}
      <script type="module" src={elementScript} />
    </>
  );
}
