/** The button of a bare document, which has no other script; without any the browser's own menu is named. */
import { m } from "~/contract/messages";
import { useDocument } from "~/shell/document";

const pressed = `document.querySelector(".print-now").onclick = () => print();`;

export function PrintNow() {
  const { nonce, lite } = useDocument();
  if (lite) return <span>{m.files_print_by_menu()}</span>;
  return (
    <>
      <button type="button" className="button print-now">
        {m.files_print()}
      </button>
      <span className="print-by-menu">{m.files_print_by_menu()}</span>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: pressed }} />
    </>
  );
}
