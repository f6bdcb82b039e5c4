/** What concerns a form as a whole: the notice of a refusal, and errors that belong to no field. */
import type { FieldErrors, Notice } from "~/contract/errors";

export function FormNotice({
  notice,
  errors,
}: {
  notice?: Notice | null | undefined;
  errors?: FieldErrors | undefined;
}) {
  const general = errors?.[""] ?? [];
  if (!notice && general.length === 0) return null;
  return (
    <div className="notice notice-bad" role="alert">
      {notice && <strong>{notice.title}</strong>}
      {notice && <p>{notice.message}</p>}
      {general.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
}
