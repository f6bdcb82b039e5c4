/** How a tenant looks. Its row is no table of the tenant's own: every statement names the caller's corp. */
import { m } from "~/contract/messages";
import { brandGet, brandSave } from "~/contract/platform/brand";
import { logoMegabytes, signInKilobytes } from "~/contract/platform/brand-logo";
import { checkFiles, holdFiles } from "../../files/use";
import { asOwner } from "../../kernel/as-owner";
import { prepared } from "../../kernel/prepared";
import { Invalid, Refusal } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";

interface Brand {
  sysName: string;
  logoImg: string;
  signInImg: string;
  brandColor: string;
  version: number;
}

const columns = `sys_name as "sysName", logo_img as "logoImg", sign_in_img as "signInImg", brand_color as "brandColor", brand_version as version`;

async function brandOf(call: Call): Promise<Brand> {
  const [row] = await asOwner(call, () =>
    prepared<Brand>(call.db, `select ${columns} from corp where corp_code = $1`, [call.caller.corpCode]),
  );
  return row ?? { sysName: "", logoImg: "", signInImg: "", brandColor: "", version: 0 };
}

const write = `
  update corp
  set sys_name = $2, logo_img = $3, brand_color = $4, sign_in_img = $6, brand_version = brand_version + 1
  where corp_code = $1
    and brand_version = $5
  returning ${columns}
`;

const serveSave = serve(brandSave, async (call, { sysName, logoImg, signInImg, brandColor, version }) => {
  const { db, caller } = call;
  const before = await brandOf(call);
  if (logoImg !== before.logoImg) await checkPicture(call, "logoImg", logoImg);
  if (signInImg !== before.signInImg) {
    await checkPicture(call, "signInImg", signInImg);
    await checkBytes(call, signInImg);
  }
  const values = [caller.corpCode, sysName, logoImg, brandColor, version, signInImg];
  const [saved] = await asOwner(call, () => prepared<Brand>(db, write, values));
  if (!saved) throw new Refusal(m.r_changed_meanwhile({ who: m.r_somebody(), name: m.fun_brand() }));
  const { version: _, ...after } = saved;
  const { version: __, ...was } = before;
  call.audit({ thing: "brand", thingId: 1, label: m.fun_brand(), before: was, after });
  return saved;
});

/** Everybody sees it, at sign-in too: it is one of the corp's public pictures, and goes when another takes its place. */
async function checkPicture(call: Call, field: "logoImg" | "signInImg", path: string): Promise<void> {
  if (path !== "" && !path.startsWith(`/img/${call.caller.corpCode}/`))
    throw new Invalid({ [field]: [m.files_missing()] });
  const held = { field, paths: path === "" ? [] : [path], accept: "image" as const, megabytes: logoMegabytes };
  await checkFiles(call, [held]);
  await holdFiles(call, { thing: "brand", thingId: 1 }, [held]);
}

/** As it is sent to browsers: of a large one a slow line would have nothing before whoever signs in is gone. */
async function checkBytes({ db }: Call, path: string): Promise<void> {
  const [file] = await prepared<{ size: number }>(db, "select size::float8 as size from stored_file where path = $1", [
    path,
  ]);
  const kilobytes = Math.ceil((file?.size ?? 0) / 1024);
  if (kilobytes > signInKilobytes)
    throw new Invalid({ signInImg: [m.brand_picture_large({ n: kilobytes, most: signInKilobytes })] });
}

export const brandServed: Served[] = [serve(brandGet, (call) => brandOf(call)), serveSave];
