/**
 * The element `<file-words>`: a file input in our own words, and what is too large or too much said before it is sent. A
 * script of its own without any library, as pages beside the sign-in load nothing else; without it the input is the browser's.
 */

interface FileTexts {
  pick: string;
  /** `{name}` stands for the file. */
  large: string;
  many: string;
  and: string;
}

class FileWords extends HTMLElement {
  connectedCallback(): void {
    const input = this.querySelector("input");
    if (!input || this.querySelector(".button")) return;
    const texts = JSON.parse(this.getAttribute("texts") ?? "{}") as FileTexts;
    const most = Number(this.getAttribute("most"));
    const bytes = Number(this.getAttribute("bytes"));
    const button = Object.assign(document.createElement("span"), { className: "button", textContent: texts.pick });
    button.setAttribute("aria-hidden", "true");
    const chosen = document.createElement("span");
    chosen.setAttribute("role", "status");
    this.classList.add("file-pick");
    this.append(button, chosen);
    const tell = () => {
      const files = [...(input.files ?? [])];
      chosen.textContent = files.map(({ name }) => name).join(texts.and);
      const large = files.find(({ size }) => size >= bytes);
      const problem = large ? texts.large.replace("{name}", large.name) : files.length > most ? texts.many : "";
      input.setCustomValidity(problem);
      if (problem) input.reportValidity();
    };
    input.addEventListener("change", tell);
    // Chosen before this script arrived.
    if (input.files?.length) tell();
  }
}

if (!customElements.get("file-words")) customElements.define("file-words", FileWords);
