/** What concerns a form as a whole: the notice of a refusal, and errors that belong to no field. */
import { useEffect, useRef } from "react";
import type { FieldErrors, Notice } from "~/contract/errors";

export function FormNotice({
  notice,
  errors,
}: {
  notice?: Notice | null | undefined;
  errors?: FieldErrors | undefined;
}) {
  const general = errors?.[""] ?? [];
  const box = useRef<HTMLDivElement>(null);
  // Who pressed further down, or had scrolled, sees why it was refused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server is one more
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, [notice, errors]);
  if (!notice && general.length === 0) return null;
  return (
    <div className="notice notice-bad" role="alert" ref={box}>
      {notice && <strong>{notice.title}</strong>}
      {notice && <p>{notice.message}</p>}
      {general.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
}
