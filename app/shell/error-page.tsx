/** What is shown when a page cannot be: the route's own status, or the notice that a failed call left. */
import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { type Message, m } from "~/contract/messages";
import { Link } from "~/widgets/link";

interface Fault {
  status: number;
  title: string;
  text: string;
}

const pages: Record<string, [title: Message, text: Message]> = {
  "403": [m.error_page_403, m.error_page_403_text],
  "404": [m.error_page_404, m.error_page_404_text],
  "500": [m.error_page_500, m.error_page_500_text],
  user: [m.error_page_user, m.error_page_user_text],
};

export function faultPage(kind: "403" | "404" | "500" | "user"): Fault {
  const [title, text] = pages[kind] ?? [m.error_page_500, m.error_page_500_text];
  return { status: kind === "user" ? 403 : Number(kind), title: title(), text: text() };
}

function describe(error: unknown): Fault {
  if (!isRouteErrorResponse(error)) return faultPage("500");
  const { status, data } = error;
  const fault = faultPage(status === 403 ? "403" : status === 404 ? "404" : "500");
  if (isNotice(data)) return { status, title: data.title, text: data.message };
  return { ...fault, status };
}

function isNotice(data: unknown): data is { title: string; message: string } {
  return (
    typeof data === "object" &&
    data !== null &&
    "title" in data &&
    typeof data.title === "string" &&
    "message" in data &&
    typeof data.message === "string"
  );
}

/** Inside the shell. */
export function ErrorPanel() {
  const fault = describe(useRouteError());
  return <FaultPanel fault={fault} retry={fault.status >= 500} />;
}

/** Where there is no shell to stand in. */
export function ErrorPage() {
  return (
    <main className="main main-alone">
      <ErrorPanel />
    </main>
  );
}

interface FaultPanelProps {
  fault: Fault;
  signedIn?: boolean;
  /** The same page may well succeed in a moment. */
  retry?: boolean;
}

export function FaultPanel({ fault, signedIn = true, retry = false }: FaultPanelProps) {
  const { pathname, search } = useLocation();
  return (
    <section className="fault">
      <p className="fault-status">{fault.status}</p>
      <h1>{fault.title}</h1>
      <p className="dim" role="alert">
        {fault.text}
      </p>
      <p className="actions">
        {retry && (
          <Link className="button" to={pathname + search} reloadDocument>
            {m.error_page_retry()}
          </Link>
        )}
        <Link className="button button-primary" to={signedIn ? "/index" : "/login"} reloadDocument>
          {signedIn ? m.error_page_home() : m.error_page_sign_in()}
        </Link>
      </p>
    </section>
  );
}
