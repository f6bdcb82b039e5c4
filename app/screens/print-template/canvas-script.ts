/** Takes hold of the preview: a click chooses an element, arrow keys and dragging move it. Fetched late, in the browser. */
import { steps } from "./move-element";

interface Canvas {
  choose(place: number): void;
  chosen(): number;
  move(place: number, by: readonly [number, number]): void;
}

const keys: Readonly<Record<string, keyof typeof steps>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** Answers a function that lets go. */
export function hold(root: HTMLElement, canvas: Canvas): () => void {
  let from: { place: number; x: number; y: number } | null = null;
  const placeAt = (target: EventTarget | null) => {
    const element = target instanceof Element ? target.closest("[data-element]") : null;
    return element ? Number(element.getAttribute("data-element")) : -1;
  };
  const millimetre = () => {
    const svg = root.querySelector("svg");
    return svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
  };
  const down = (event: PointerEvent) => {
    const place = placeAt(event.target);
    if (place < 0) return;
    canvas.choose(place);
    from = { place, x: event.clientX, y: event.clientY };
    root.setPointerCapture(event.pointerId);
    root.focus();
    event.preventDefault();
  };
  const drag = (event: PointerEvent) => {
    if (!from) return;
    // By half millimetres, as a printer can follow.
    const by = [event.clientX - from.x, event.clientY - from.y].map((px) => Math.round((px / millimetre()) * 2) / 2);
    const [x = 0, y = 0] = by;
    if (x === 0 && y === 0) return;
    canvas.move(from.place, [x, y]);
    from = { ...from, x: from.x + x * millimetre(), y: from.y + y * millimetre() };
  };
  const up = () => {
    from = null;
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[keys[event.key] ?? ""];
    if (!step || canvas.chosen() < 0) return;
    const by = event.shiftKey ? 5 : event.altKey ? 0.1 : 1;
    canvas.move(canvas.chosen(), [step[0] * by, step[1] * by]);
    event.preventDefault();
  };
  const listeners = { pointerdown: down, pointermove: drag, pointerup: up, pointercancel: up, keydown: press };
  for (const [name, listener] of Object.entries(listeners)) root.addEventListener(name, listener as EventListener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) root.removeEventListener(name, listener as EventListener);
  };
}
