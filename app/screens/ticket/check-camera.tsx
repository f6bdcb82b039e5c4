/** Scanning with the camera, where the browser can read codes by itself; elsewhere there is the input. */
import { useEffect, useRef, useState } from "react";
import { m } from "~/contract/messages";

export function CheckCamera() {
  const [offered, setOffered] = useState(false);
  const [on, setOn] = useState(false);
  const [failed, setFailed] = useState(false);
  const video = useRef<HTMLVideoElement>(null);

  useEffect(() => setOffered("BarcodeDetector" in window && Boolean(navigator.mediaDevices)), []);
  useEffect(() => {
    const screen = video.current;
    if (!on || !screen) return;
    let stop = () => {};
    let gone = false;
    const fail = () => {
      setFailed(true);
      setOn(false);
    };
    import("./camera-scan")
      .then(({ scanInto }) => scanInto(screen))
      .then((end) => {
        if (gone) end();
        else stop = end;
      }, fail);
    return () => {
      gone = true;
      stop();
    };
  }, [on]);

  if (!offered) return null;
  return (
    <div className="check-camera">
      <button
        type="button"
        className="button"
        aria-pressed={on}
        onClick={() => {
          setFailed(false);
          setOn(!on);
        }}
      >
        {on ? m.check_camera_stop() : m.check_camera()}
      </button>
      {failed && (
        <p className="field-error" role="alert">
          {m.check_camera_none()}
        </p>
      )}
      {on && <video ref={video} muted playsInline />}
    </div>
  );
}
