/** A button that asks for a passkey, where scripts run: see passkey-element.ts. Its form brings the answer as `passkey`. */
import { createElement, useEffect } from "react";
import { m } from "~/contract/messages";
import elementScript from "./passkey-element.ts?worker&url";

interface Props {
  label: string;
  /** Where it asks what is to be signed. */
  challenge?: "/passkey?for=signIn" | "/passkey?for=proof";
  /** Makes a new one from these options, as JSON. */
  makes?: string;
  primary?: boolean;
}

export function PasskeyButton({ label, challenge, makes, primary }: Props) {
  useEffect(() => {
    if (customElements.get("passkey-button")) return;
    const script = document.createElement("script");
    script.type = "module";
    script.src = elementScript;
    document.head.append(script);
  }, []);
  const given = makes === undefined ? { challenge } : { makes: "", options: makes };
  return (
    <>
      {createElement(
        "passkey-button",
        { name: "passkey", failed: m.factor_passkey_failed(), ...given },
        <button
          type="button"
          className={`button ${primary ? "button-primary " : ""}sign-in-submit`}
          hidden
          suppressHydrationWarning
        >
          {label}
        </button>,
        <p className="field-error" role="status" suppressHydrationWarning />,
      )}
      <script type="module" src={elementScript} />
    </>
  );
}
