/**
 * The element `<slide-captcha>`: the puzzle by mouse, touch and keyboard. A script of its own without any library, since
 * the sign-in page loads nothing else. The slider is a range input: the browser brings dragging and keys.
 */

interface Texts {
  start: string;
  drag: string;
  success: string;
  passed: string;
  failed: string;
  handle: string;
  again: string;
  wait: string;
  trouble: string;
}

interface Answer {
  verified?: boolean;
  picture?: { picture: string; piece: string } | null;
  message?: string;
}

/** Milliseconds of specification 4.4: how long the tips show, and when the handle snaps back. */
const times = { success: 1_000, failure: 2_000, snapBack: 1_000 };
const handleWidth = 40;
/** Milliseconds after which a picture that nobody touched is replaced first; the server keeps it for two minutes. */
const freshFor = 90_000;

const style = `
:host{display:block;max-width:260px}
button,input{font:inherit}
button{cursor:pointer}
.start,.passed{box-sizing:border-box;width:100%;min-height:38px;padding:6px 12px;border:1px solid var(--line-strong,#aaa);border-radius:4px;background:var(--raised,#f7f7f7);color:var(--text,#222);text-align:center}
.start:hover{border-color:var(--accent,#125f67)}
.passed{margin:0;border-color:var(--good,#1d6f42);color:var(--good,#1d6f42)}
:focus-visible{outline:2px solid var(--link,#125f67);outline-offset:1px}
.puzzle{position:relative;overflow:hidden;border-radius:4px;touch-action:none}
.puzzle img{display:block}
.piece{position:absolute;top:0;left:0}
.tip{position:absolute;inset:auto 0 0;margin:0;padding:4px 8px;background:#fffd;color:#1b2a2f;font-size:12px;line-height:1.4}
.tip:empty{display:none}
.tip.good{background:#1d6f42;color:#fff}
.tip.bad{background:#b3261e;color:#fff}
.again{position:absolute;top:4px;right:4px;width:28px;height:28px;border:0;border-radius:4px;background:#fffc;color:#1b2a2f;line-height:1}
.track{position:relative;height:38px;margin-top:6px;border:1px solid var(--line,#ddd);border-radius:4px;background:var(--raised,#f7f7f7);overflow:hidden}
.track span{position:absolute;inset:0;display:grid;place-items:center;padding:0 6px 0 44px;color:var(--dim,#56676d);font-size:12px;text-align:center;line-height:1.2;pointer-events:none}
input{appearance:none;-webkit-appearance:none;position:absolute;inset:0;width:100%;height:100%;margin:0;background:none;cursor:grab;touch-action:none}
input:active{cursor:grabbing}
input::-webkit-slider-thumb{-webkit-appearance:none;width:40px;height:36px;border:0;border-radius:3px;background:var(--accent,#125f67) url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 36' fill='none' stroke='%23fff' stroke-width='2'%3E%3Cpath d='m15 12 6 6-6 6m6-12 6 6-6 6'/%3E%3C/svg%3E") center}
input::-moz-range-thumb{width:40px;height:36px;border:0;border-radius:3px;background:var(--accent,#125f67)}
input:disabled{cursor:default;opacity:.7}
`;

class SlideCaptcha extends HTMLElement {
  private readonly root = this.attachShadow({ mode: "open" });
  private texts: Texts = {
    start: "",
    drag: "",
    success: "",
    passed: "",
    failed: "",
    handle: "",
    again: "",
    wait: "",
    trouble: "",
  };
  private shownAt = Date.now();
  private slider = document.createElement("input");
  private piece = document.createElement("img");
  private picture = document.createElement("img");
  private tip = document.createElement("p");

  connectedCallback(): void {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    this.root.adoptedStyleSheets = [sheet];
    this.texts = JSON.parse(this.getAttribute("texts") ?? "{}") as Texts;
    const start = made("button", "start", this.texts.start);
    start.type = "button";
    start.addEventListener("click", () => void this.open());
    this.root.replaceChildren(start);
  }

  private get travel(): number {
    return this.pictureWidth - handleWidth;
  }

  private get pictureWidth(): number {
    return Number(this.getAttribute("width")) || 260;
  }

  private async open(): Promise<void> {
    const height = Number(this.getAttribute("height")) || 160;
    const { texts, slider, piece, picture } = this;
    Object.assign(picture, { width: this.pictureWidth, height, alt: "" });
    Object.assign(piece, { className: "piece", height, alt: "" });
    this.tip.className = "tip";
    this.tip.setAttribute("role", "status");
    const again = made("button", "again", "↻");
    again.type = "button";
    again.setAttribute("aria-label", texts.again);
    again.title = texts.again;
    again.addEventListener("click", () => void this.renew());
    Object.assign(slider, { type: "range", min: "0", max: String(this.travel), step: "1", value: "0" });
    slider.setAttribute("aria-label", texts.handle);
    slider.addEventListener("input", () => this.movePiece());
    // Pointers decide where they let go; keys move first and decide with Enter or Space.
    slider.addEventListener("pointerup", () => this.letGo());
    slider.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.letGo();
    });
    const puzzle = made("div", "puzzle");
    puzzle.append(picture, piece, again, this.tip);
    const track = made("div", "track");
    track.append(made("span", "", texts.drag), slider);
    this.root.replaceChildren(puzzle, track);
    this.show(this.getAttribute("picture") ?? "", this.getAttribute("piece") ?? "");
    if (Date.now() - this.shownAt > freshFor) await this.renew();
    slider.focus();
  }

  private show(picture: string, piece: string): void {
    this.picture.src = picture;
    this.piece.src = piece;
    this.shownAt = Date.now();
    this.slider.disabled = false;
  }

  private movePiece(): void {
    this.piece.style.transform = `translateX(${this.slider.value}px)`;
  }

  private letGo(): void {
    // After the range input has taken the last move of the pointer.
    setTimeout(() => {
      if (Number(this.slider.value) > 0 && !this.slider.disabled) void this.verify();
    });
  }

  private async verify(): Promise<void> {
    const { slider, texts } = this;
    slider.disabled = true;
    this.say(texts.wait, "");
    const answer = await this.ask({ x_index: slider.value });
    if (answer.verified) return this.succeed();
    this.say(answer.message || (answer.picture ? texts.failed : texts.trouble), "bad");
    setTimeout(() => {
      slider.value = "0";
      this.movePiece();
    }, times.snapBack);
    setTimeout(() => {
      this.say("", "");
      if (answer.picture) this.show(answer.picture.picture, answer.picture.piece);
      this.report("captcha-failure");
      if (this.root.activeElement === null) slider.focus();
    }, times.failure);
  }

  private succeed(): void {
    this.say(this.texts.success, "good");
    setTimeout(() => {
      const passed = made("p", "passed", `✓ ${this.texts.passed}`);
      passed.setAttribute("role", "status");
      this.root.replaceChildren(passed);
      this.report("captcha-success");
    }, times.success);
  }

  private async renew(): Promise<void> {
    this.slider.disabled = true;
    this.slider.value = "0";
    this.movePiece();
    const { picture, message } = await this.ask({});
    if (picture) this.show(picture.picture, picture.piece);
    this.say(picture ? "" : message || this.texts.trouble, "bad");
  }

  private async ask(fields: Record<string, string>): Promise<Answer> {
    try {
      const answer = await fetch(this.getAttribute("action") ?? "/captcha", {
        method: "POST",
        headers: { accept: "application/json" },
        body: new URLSearchParams({ ask: "1", ...this.accName(), ...fields }),
      });
      return (await answer.json()) as Answer;
    } catch {
      // No line: what is not verified may be tried again.
      return {};
    }
  }

  /** The solution is for the account that the form names. */
  private accName(): Record<string, string> {
    const field = this.closest("form")?.elements.namedItem("accName");
    return field instanceof HTMLInputElement && field.value !== "" ? { accName: field.value } : {};
  }

  private say(text: string, tone: "" | "good" | "bad"): void {
    this.tip.textContent = text;
    this.tip.className = `tip ${tone}`;
  }

  private report(name: "captcha-success" | "captcha-failure"): void {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true }));
  }
}

function made<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, text = ""): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}

if (!customElements.get("slide-captcha")) customElements.define("slide-captcha", SlideCaptcha);
