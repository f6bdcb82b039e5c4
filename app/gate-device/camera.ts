/** What the camera sees, read several times a second where the browser reads codes by itself. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorOf = new (options: { formats: string[] }) => Detector;

const detectorOf = () => (window as { BarcodeDetector?: DetectorOf }).BarcodeDetector;
export const readsCodes = () => detectorOf() !== undefined && Boolean(navigator.mediaDevices);

/** Milliseconds between two looks, and for which the same code is not taken again: it is still held before the camera. */
const [every, again] = [200, 4_000];

/** Answers what stops it. Throws where the camera is refused. */
export async function watchCamera(video: HTMLVideoElement, seen: (text: string) => boolean): Promise<() => void> {
  const Known = detectorOf();
  if (!Known) throw new Error("This browser reads no codes");
  const detector = new Known({ formats: ["qr_code", "code_128", "code_39"] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  video.srcObject = stream;
  await video.play();
  const taken = new Map<string, number>();
  const look = async () => {
    const [code] = await detector.detect(video);
    const text = code?.rawValue.trim() ?? "";
    if (text === "" || performance.now() - (taken.get(text) ?? -again) < again) return;
    if (seen(text)) taken.set(text, performance.now());
  };
  // A frame that cannot be read is followed by another.
  const timer = setInterval(() => look().catch(() => undefined), every);
  return () => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
  };
}
