/**
 * The element `<passkey-button>`: asks the browser for a passkey, or makes one, and sends its answer with the form that it
 * stands in. A script of its own, since the pages of signing in load nothing else; without it the button is not there, and a
 * code does. `challenge` is the address that says what is to be signed; `options` says it at once.
 */

type Json = Record<string, unknown>;

const bytesOf = (text: string): ArrayBuffer => {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0)).buffer;
};

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

const withBytes = (one: Json): Json => ({ ...one, id: bytesOf(String(one.id)) });
const all = (list: unknown): Json[] => (Array.isArray(list) ? list.map(withBytes) : []);

function toCreate(options: Json): CredentialCreationOptions {
  const publicKey = {
    ...options,
    challenge: bytesOf(String(options.challenge)),
    user: withBytes(options.user as Json),
    excludeCredentials: all(options.excludeCredentials),
  };
  return { publicKey: publicKey as unknown as PublicKeyCredentialCreationOptions };
}

function toGet(options: Json): CredentialRequestOptions {
  const publicKey = {
    ...options,
    challenge: bytesOf(String(options.challenge)),
    allowCredentials: all(options.allowCredentials),
  };
  return { publicKey: publicKey as unknown as PublicKeyCredentialRequestOptions };
}

/** As `toJSON()` of newer browsers writes it. */
function written(credential: PublicKeyCredential): string {
  const { response } = credential;
  const parts: Json = { clientDataJSON: textOf(response.clientDataJSON) };
  if ("attestationObject" in response) {
    const made = response as AuthenticatorAttestationResponse;
    parts.attestationObject = textOf(made.attestationObject);
    parts.transports = made.getTransports?.() ?? [];
  } else {
    const signed = response as AuthenticatorAssertionResponse;
    parts.authenticatorData = textOf(signed.authenticatorData);
    parts.signature = textOf(signed.signature);
    if (signed.userHandle) parts.userHandle = textOf(signed.userHandle);
  }
  const rawId = textOf(credential.rawId);
  return JSON.stringify({ id: rawId, rawId, type: credential.type, clientExtensionResults: {}, response: parts });
}

class PasskeyButton extends HTMLElement {
  static readonly formAssociated = true;
  private readonly internals = this.attachInternals();
  private busy = false;

  connectedCallback(): void {
    if (!("credentials" in navigator) || typeof PublicKeyCredential === "undefined") return;
    const button = this.querySelector("button");
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", () => void this.press(button));
  }

  private async press(button: HTMLButtonElement): Promise<void> {
    const { form } = this.internals;
    // A name that is missing is asked for first; the code is not wanted.
    const named = form?.elements.namedItem("name");
    if (this.busy || !form || (named instanceof HTMLInputElement && !named.reportValidity())) return;
    this.busy = true;
    button.disabled = true;
    this.say("");
    try {
      const credential = await this.credential();
      if (!(credential instanceof PublicKeyCredential)) throw new Error("no credential");
      this.internals.setFormValue(written(credential));
      this.send(form);
    } catch (error) {
      console.warn("passkey", error);
      this.say(this.getAttribute("failed") ?? "");
      this.busy = false;
      button.disabled = false;
    }
  }

  /** Fields that a code would need are not asked for: what is sent says by itself what it is. */
  private send(form: HTMLFormElement): void {
    form.noValidate = true;
    form.requestSubmit();
  }

  private async credential(): Promise<Credential | null> {
    const options = await this.options();
    return this.getAttribute("makes") === null
      ? navigator.credentials.get(toGet(options))
      : navigator.credentials.create(toCreate(options));
  }

  private async options(): Promise<Json> {
    const given = this.getAttribute("options");
    if (given) return JSON.parse(given) as Json;
    const answer = await fetch(this.getAttribute("challenge") ?? "", {
      method: "POST",
      body: new URLSearchParams({ a: "1" }),
    });
    if (!answer.ok) throw new Error(String(answer.status));
    return (await answer.json()) as Json;
  }

  private say(text: string): void {
    const place = this.querySelector("[role=status]");
    if (place) place.textContent = text;
  }
}

if (!customElements.get("passkey-button")) customElements.define("passkey-button", PasskeyButton);
