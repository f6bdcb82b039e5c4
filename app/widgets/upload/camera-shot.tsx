/** A picture from the camera, for an input of pictures. There where scripts run and the browser has a camera to ask for. */
import { useEffect, useRef, useState } from "react";
import { m } from "~/contract/messages";
import { useHydrated } from "../hydrated";
import "./camera-shot.css";

/** As on identity photographs: upright, and no larger than a gate shows it. */
const shape = { width: 720, height: 960 };

export function CameraShot({ onTaken }: { onTaken: (file: File) => void }) {
  const hydrated = useHydrated();
  const video = useRef<HTMLVideoElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const element = video.current;
    if (!stream || !element) return;
    element.srcObject = stream;
    void element.play().catch(() => undefined);
    // Whatever becomes of the page, the camera is not left on.
    return () => {
      for (const track of stream.getTracks()) track.stop();
    };
  }, [stream]);

  if (!hydrated || !navigator.mediaDevices) return null;

  const open = async () => {
    setProblem("");
    setBusy(true);
    try {
      setStream(
        await navigator.mediaDevices.getUserMedia({ video: { width: { ideal: 1280 }, height: { ideal: 1280 } } }),
      );
    } catch (error) {
      setProblem(problemOf(error));
    }
    setBusy(false);
  };
  const close = () => {
    setStream(null);
    opener.current?.focus();
  };
  const take = async () => {
    const file = video.current && (await shotOf(video.current));
    if (!file) return setProblem(m.camera_no_picture());
    close();
    onTaken(file);
  };
  return (
    <div className="camera-shot">
      {stream ? (
        <>
          <video ref={video} muted playsInline aria-label={m.camera_view()} />
          <p className="toolbar">
            <button type="button" className="button button-primary" onClick={() => void take()}>
              {m.camera_take()}
            </button>
            <button type="button" className="button" onClick={close}>
              {m.check_camera_stop()}
            </button>
          </p>
        </>
      ) : (
        <button type="button" className="button" ref={opener} disabled={busy} onClick={() => void open()}>
          {m.camera_open()}
        </button>
      )}
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function problemOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return m.camera_refused();
  if (name === "NotFoundError" || name === "OverconstrainedError") return m.camera_none();
  return m.camera_in_use();
}

/** The middle of what is seen, upright, scaled down; null before the camera has a picture. */
async function shotOf(video: HTMLVideoElement): Promise<File | null> {
  const { videoWidth: wide, videoHeight: high } = video;
  if (wide === 0 || high === 0) return null;
  const width = Math.min(wide, (high * shape.width) / shape.height);
  const height = (width * shape.height) / shape.width;
  const scale = Math.min(1, shape.width / width);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const place = [(wide - width) / 2, (high - height) / 2, width, height] as const;
  canvas.getContext("2d")?.drawImage(video, ...place, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.88));
  return blob && new File([blob], `${m.camera_file()}.jpg`, { type: "image/jpeg" });
}
