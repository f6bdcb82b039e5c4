/** What the camera sees, read several times a second: a code goes into the form of the desk, which is sent. */

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
declare global {
  interface Window {
    BarcodeDetector?: new (options: { formats: string[] }) => Detector;
  }
}

/** Milliseconds between two looks, and for which the same code is not sent again: it is still held before the camera. */
const [every, again] = [200, 4_000];

/** Answers what stops it. Throws where the camera is refused. */
export async function scanInto(video: HTMLVideoElement): Promise<() => void> {
  if (!window.BarcodeDetector) throw new Error("This browser reads no codes");
  const detector = new window.BarcodeDetector({ formats: ["qr_code", "code_128", "code_39"] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  video.srcObject = stream;
  await video.play();
  const sent = new Map<string, number>();
  const look = async () => {
    const [code] = await detector.detect(video);
    const text = code?.rawValue.trim() ?? "";
    if (text === "" || performance.now() - (sent.get(text) ?? -again) < again) return;
    if (send(text)) sent.set(text, performance.now());
  };
  // A frame that cannot be read is followed by another.
  const timer = setInterval(() => look().catch(() => undefined), every);
  return () => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
  };
}

/** False while the form is still busy with the code before. */
function send(text: string): boolean {
  const form = document.querySelector<HTMLFormElement>("form[data-scan]");
  const input = form?.elements.namedItem("code");
  if (!form || !(input instanceof HTMLInputElement) || form.getAttribute("aria-busy") === "true") return false;
  input.value = text;
  form.requestSubmit();
  return true;
}
