/** The settings of the mobile platform, and beside them the page as a phone shows it. */
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { ContentPanel } from "~/widgets/rich-text/content-panel";
import type { MobileLoaded } from "./configuration.server";
import "./configuration.css";

export function MobileConfiguration({ loaded }: { loaded: MobileLoaded }) {
  const { title, isSet, facts, edit, log, bannersAt } = loaded;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="toolbar">
          {edit && (
            <Link className="button button-primary" to={edit.to}>
              {edit.label}
            </Link>
          )}
          <Link className="button" to={bannersAt}>
            {m.mobile_banners()}
          </Link>
          {log !== "" && (
            <Link className="button" to={log}>
              {m.mobile_log()}
            </Link>
          )}
        </div>
      </header>
      {!isSet && <p role="status">{m.mobile_not_set()}</p>}
      <div className="mobile-configuration">
        <section className="panel" aria-label={m.mobile_section_sale()}>
          <dl className="facts">
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
        <Phone {...loaded} />
      </div>
    </div>
  );
}

type Shown = Pick<MobileLoaded, "name" | "banners" | "days" | "hours" | "refund" | "contact">;

/** What is on at this moment: banners by their days, texts as they are saved. */
function Phone({ name, banners, days, hours, refund, contact }: Shown) {
  return (
    <section className="mobile-phone" aria-label={m.mobile_preview()}>
      <h2>{name}</h2>
      {banners.length === 0 && <p className="empty">{m.mobile_no_banners()}</p>}
      {banners.map(({ picture, alt }) => (
        <img key={picture} src={picture} alt={alt} />
      ))}
      <p>{days}</p>
      <p>{hours}</p>
      {refund !== "" && (
        <>
          <h3>{m.mobile_refund()}</h3>
          <ContentPanel html={refund} />
        </>
      )}
      {contact !== "" && <p className="mobile-phone-contact">{contact}</p>}
    </section>
  );
}
