/**
 * The element `<sign-in-work>`: does the work of a sign-in (contract/platform/sign-in-work.ts) in the background while the
 * password is typed, and holds a sign-in back until it is done. A script of its own, since the sign-in page loads nothing
 * else. Without it the form works all the same: the puzzle comes sooner.
 */
import { sha256, sha256Head } from "./sha256";

/** Milliseconds that it keeps the page busy at a time. */
const slice = 12;
/** Milliseconds after which a slow device signs in without. */
const patience = 8_000;

class SignInWork extends HTMLElement {
  static readonly formAssociated = true;
  private readonly internals = this.attachInternals();
  /** The name that the work under way, or done, is for. */
  private worksFor = "";
  private working: Promise<void> = Promise.resolve();
  private readyFor: string | null = null;

  connectedCallback(): void {
    const { form } = this.internals;
    form?.addEventListener("focusin", () => this.begin());
    form?.addEventListener("change", () => this.begin());
    form?.addEventListener("submit", (event) => this.hold(event));
    this.begin();
  }

  private get accName(): string {
    const field = this.internals.form?.elements.namedItem("accName");
    return field instanceof HTMLInputElement ? field.value.trim().toLowerCase() : "";
  }

  private get challenge(): string {
    return this.getAttribute("challenge") ?? "";
  }

  private begin(): Promise<void> {
    const { accName, challenge } = this;
    const key = `${challenge}:${accName}`;
    if (accName !== "" && this.worksFor !== key) {
      this.worksFor = key;
      this.working = this.work(key);
    }
    return this.working;
  }

  private hold(event: SubmitEvent): void {
    const { form } = this.internals;
    const { accName, challenge } = this;
    if (accName === "" || this.readyFor === `${challenge}:${accName}` || !form) return;
    event.preventDefault();
    const waiting = this.begin();
    const { submitter } = event;
    void waiting.then(() => form.requestSubmit(submitter));
  }

  private async work(key: string): Promise<void> {
    const bits = Number(this.getAttribute("bits"));
    const seed = sha256(key).slice(0, 32);
    const start = Date.now();
    for (let next = 0; Date.now() - start < patience; ) {
      const until = Date.now() + slice;
      while (Date.now() < until)
        for (let few = 0; few < 64; few += 1, next += 1)
          if (Math.clz32(sha256Head(`${seed}${next}`)) >= bits) return this.done(key, String(next));
      await new Promise((resolve) => setTimeout(resolve));
      // Another name was typed.
      if (this.worksFor !== key) return this.working;
    }
    this.done(key, "");
  }

  private done(key: string, found: string): void {
    if (this.worksFor !== key) return;
    this.internals.setFormValue(found);
    this.readyFor = key;
  }
}

if (!customElements.get("sign-in-work")) customElements.define("sign-in-work", SignInWork);
