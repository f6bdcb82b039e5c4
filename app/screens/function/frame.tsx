/** A page of another system in a frame of the main area (docs/frames.md). */

/** Never `allow-top-navigation`: the frame must not lead the console elsewhere. */
const sandbox = "allow-scripts allow-same-origin allow-forms allow-popups allow-downloads allow-modals";

export function Frame({ title, src }: { title: string; src: string }) {
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <iframe className="frame" title={title} src={src} sandbox={sandbox} referrerPolicy="no-referrer" allow="" />
    </>
  );
}
