/** How the console looks (`/system/brand`): what it is called, its colour, its logo and the picture of its sign-in page. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { CSSProperties } from "react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { brandGet, brandSave, colourProblem } from "~/contract/platform/brand";
import { type BrandColours, brandColours, isColour, readable, typedColour } from "~/contract/platform/brand-colour";
import { logoMegabytes, signInKilobytes } from "~/contract/platform/brand-logo";
import { Field } from "~/form/field";
import { FieldNotes } from "~/form/field-notes";
import { FormNotice } from "~/form/form-notice";
import { attempt, done } from "~/form/submission.server";
import { takeFiles } from "~/form/uploads.server";
import { mayPress } from "~/screens/rights.server";
import { forgetProduct } from "~/shell/product.server";
import { thumbnailOf } from "~/widgets/file-links";
import { FilePick } from "~/widgets/upload/file-pick";
import "./brand.css";

/** What the product has where a tenant chose nothing (styles/tokens.css). */
const ownColour = "#125f67";

export async function loader({ context }: LoaderFunctionArgs) {
  const brand = await context.dispatch.call(brandGet, {});
  return { ...viewOf(brand), mayEdit: mayPress(context, "brand:edit") };
}

interface Brand {
  sysName: string;
  logoImg: string;
  signInImg: string;
  brandColor: string;
  version: number;
}

/** With both looks of the colour, and the nearest where it is none to write on. */
function viewOf(brand: Brand) {
  const { brandColor } = brand;
  const isWrong = brandColor !== "" && colourProblem(brandColor) !== "";
  return {
    ...brand,
    nearest: isWrong && isColour(brandColor) ? readable(brandColor) : "",
    looks: brandColours(isColour(brandColor) ? readable(brandColor) : ownColour),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  if (!mayPress(context, "brand:edit")) throw new Response(null, { status: 403 });
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 200);
  const taken = text("take");
  const taking = { accept: "image", most: 1, megabytes: logoMegabytes, to: "public" } as const;
  const problem = await takeFiles(context, form, "logoImg", taking);
  const picture = await takeFiles(context, form, "signInImg", taking);
  const brand: Brand = {
    ...{ sysName: text("sysName").trim(), brandColor: typedColour(taken || text("brandColor")) },
    ...{ logoImg: text("logoImg"), signInImg: text("signInImg"), version: Number(text("version")) || 0 },
  };
  const answer = (errors: FieldErrors, status: number) =>
    data({ view: viewOf(brand), errors, notice: null, looked: status === 200 }, status);
  const wrong = colourProblem(brand.brandColor);
  const errors: FieldErrors = {
    ...(problem && { logoImg: [problem] }),
    ...(picture && { signInImg: [picture] }),
    ...(wrong && { brandColor: [wrong] }),
  };
  if (Object.keys(errors).length > 0) return answer(errors, 422);
  if (taken === "" && text("intent") === "look") return answer({}, 200);
  const saved = await attempt(context, () => context.dispatch.call(brandSave, brand), m.error_save_title());
  if (!saved.ok) {
    const { errors: refused, notice, status } = saved.refusal;
    return data({ view: viewOf(brand), errors: refused, notice, looked: false }, status);
  }
  forgetProduct(context.session.corpCode);
  return done(context, "/system/brand", "saved");
}

export const meta: MetaFunction = () => [{ title: m.fun_brand() }];

export default function Branding() {
  const { mayEdit, ...loaded } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const view = answered?.view ?? loaded;
  const errors = answered?.errors ?? {};
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.fun_brand()}</h1>
      </header>
      <p className="dim brand-lead">{m.brand_lead()}</p>
      <FormNotice notice={answered?.notice} />
      {/* The whole document comes anew: its colours stand on it. */}
      <Form method="post" encType="multipart/form-data" className="panel brand-form" noValidate reloadDocument>
        <fieldset className="plain" disabled={!mayEdit}>
          <input type="hidden" name="version" value={view.version} />
          {/* What Enter presses, before the button that takes another colour. */}
          <button name="intent" value="save" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
          <div className="form-grid">
            <Field name="sysName" label={m.brand_name()} help={m.brand_name_help()} errors={errors.sysName}>
              <input type="text" maxLength={30} defaultValue={view.sysName} autoComplete="off" />
            </Field>
            <Colour colour={view.brandColor} nearest={view.nearest} errors={errors.brandColor} />
            <Logo path={view.logoImg} errors={errors.logoImg} />
            <SignInPicture path={view.signInImg} errors={errors.signInImg} />
          </div>
          <h2>{m.brand_preview()}</h2>
          <div className="brand-looks">
            <Look title={m.brand_light()} scheme="light" colours={view.looks.light} />
            <Look title={m.brand_dark()} scheme="dark" colours={view.looks.dark} />
            <SignInLook name={view.sysName} logo={view.logoImg} picture={view.signInImg} colours={view.looks.light} />
          </div>
          {mayEdit && (
            <div className="actions">
              <button className="button button-primary" name="intent" value="save">
                {m.engine_save()}
              </button>
              <button className="button" name="intent" value="look">
                {m.brand_look()}
              </button>
            </div>
          )}
        </fieldset>
      </Form>
    </div>
  );
}

function Colour({ colour, nearest, errors }: { colour: string; nearest: string; errors: string[] | undefined }) {
  return (
    <div>
      <Field name="brandColor" label={m.brand_colour()} help={m.brand_colour_help()} errors={errors}>
        <input type="text" maxLength={9} defaultValue={colour} autoComplete="off" spellCheck={false} />
      </Field>
      {nearest && (
        <button name="take" value={nearest} className="button brand-take">
          <span className="brand-dot" style={{ background: nearest }} /> {m.brand_take({ colour: nearest })}
        </button>
      )}
    </div>
  );
}

function Logo({ path, errors }: { path: string; errors: string[] | undefined }) {
  return (
    <Picture
      {...{ name: "logoImg", path, errors, height: 28 }}
      label={m.brand_logo()}
      help={m.brand_logo_help({ n: logoMegabytes })}
      now={m.brand_logo_now()}
      remove={m.brand_logo_remove()}
    />
  );
}

function SignInPicture({ path, errors }: { path: string; errors: string[] | undefined }) {
  return (
    <Picture
      {...{ name: "signInImg", path, errors, height: 72 }}
      label={m.brand_picture()}
      help={m.brand_picture_help({ most: signInKilobytes })}
      now={m.brand_picture_now()}
      remove={m.brand_picture_remove()}
    />
  );
}

interface PictureProps {
  name: string;
  path: string;
  errors: string[] | undefined;
  height: number;
  label: string;
  help: string;
  now: string;
  remove: string;
}

/** Posted with the form, since what is sent before would be nobody's but its sender's to see. */
function Picture({ name, path, errors, height, label, help, now, remove }: PictureProps) {
  const id = `f-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {path && (
        <p className="brand-logo">
          <input type="hidden" name={name} value={path} />
          <img src={thumbnailOf(path)} alt={now} height={height} />
          <label>
            <input type="checkbox" name={`${name}.remove`} value={path} /> {remove}
          </label>
        </p>
      )}
      <FilePick
        id={id}
        name={`${name}.upload`}
        accept=".png,.jpg,.jpeg,.gif,.svg"
        aria-invalid={errors ? true : undefined}
        aria-describedby={`${id}-help`}
      />
      <FieldNotes id={id} error={errors?.[0]} help={help} />
    </div>
  );
}

interface SignInLookProps {
  name: string;
  logo: string;
  picture: string;
  colours: BrandColours;
}

/** The sign-in page, small. */
function SignInLook({ name, logo, picture, colours }: SignInLookProps) {
  return (
    <section aria-label={m.brand_sign_in()} className="brand-look brand-sign-in">
      <small>{m.brand_sign_in()}</small>
      <div className="brand-scene" style={{ backgroundImage: `url("${picture || "/landscape.svg"}")` }}>
        <div className="brand-card" style={{ borderColor: colours.accent }}>
          {logo && <img src={thumbnailOf(logo)} alt="" height={18} />}
          <b>{name || m.product_name()}</b>
          <span className="brand-button" style={{ background: colours.accent }}>
            {m.login_submit()}
          </span>
        </div>
      </div>
    </section>
  );
}

function Look({ title, scheme, colours }: { title: string; scheme: "light" | "dark"; colours: BrandColours }) {
  const { accent, link, chosen } = colours;
  return (
    <section aria-label={title} className={`brand-look brand-look-${scheme}`}>
      <small>{title}</small>
      <span className="brand-button" style={{ background: accent }}>
        {m.brand_button()}
      </span>
      <span className="brand-link" style={{ color: link }}>
        {m.brand_link()}
      </span>
      <span className="brand-chosen" style={{ color: link, background: chosen } satisfies CSSProperties}>
        {m.brand_chosen()}
      </span>
    </section>
  );
}
