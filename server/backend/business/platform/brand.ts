/** How a tenant looks. Its row is no table of the tenant's own: every statement names the caller's corp. */
import { m } from "~/contract/messages";
import { brandGet, brandSave } from "~/contract/platform/brand";
import { logoMegabytes } from "~/contract/platform/brand-logo";
import { checkFiles, holdFiles } from "../../files/use";
import { asOwner } from "../../kernel/as-owner";
import { prepared } from "../../kernel/prepared";
import { Invalid, Refusal } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";

interface Brand {
  sysName: string;
  logoImg: string;
  brandColor: string;
  version: number;
}

const columns = `sys_name as "sysName", logo_img as "logoImg", brand_color as "brandColor", brand_version as version`;

async function brandOf(call: Call): Promise<Brand> {
  const [row] = await asOwner(call, () =>
    prepared<Brand>(call.db, `select ${columns} from corp where corp_code = $1`, [call.caller.corpCode]),
  );
  return row ?? { sysName: "", logoImg: "", brandColor: "", version: 0 };
}

const write = `
  update corp
  set sys_name = $2, logo_img = $3, brand_color = $4, brand_version = brand_version + 1
  where corp_code = $1
    and brand_version = $5
  returning ${columns}
`;

const serveSave = serve(brandSave, async (call, { sysName, logoImg, brandColor, version }) => {
  const { db, caller } = call;
  const before = await brandOf(call);
  if (logoImg !== before.logoImg) await checkLogo(call, logoImg);
  const values = [caller.corpCode, sysName, logoImg, brandColor, version];
  const [saved] = await asOwner(call, () => prepared<Brand>(db, write, values));
  if (!saved) throw new Refusal(m.r_changed_meanwhile({ who: m.r_somebody(), name: m.fun_brand() }));
  const { version: _, ...after } = saved;
  const { version: __, ...was } = before;
  call.audit({ thing: "brand", thingId: 1, label: m.fun_brand(), before: was, after });
  return saved;
});

/** Everybody sees it, at sign-in too: it is one of the corp's public pictures, and goes when another takes its place. */
async function checkLogo(call: Call, logoImg: string): Promise<void> {
  if (logoImg !== "" && !logoImg.startsWith(`/img/${call.caller.corpCode}/`))
    throw new Invalid({ logoImg: [m.files_missing()] });
  const field = {
    ...{ field: "logoImg", paths: logoImg === "" ? [] : [logoImg], accept: "image" as const, megabytes: logoMegabytes },
  };
  await checkFiles(call, [field]);
  await holdFiles(call, { thing: "brand", thingId: 1 }, [field]);
}

export const brandServed: Served[] = [serve(brandGet, (call) => brandOf(call)), serveSave];
