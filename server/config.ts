/** The environment, parsed once. What each setting is for stands in settings-words.ts, of which docs/settings.md is made. */
import { z } from "zod";
import { businesses } from "~/contract/method";
import { requestTimeout, sessionIdHeader, tokenHeader } from "~/contract/wire";
import { logLevels } from "./log";
import { weakness } from "./strong-secret";

const flag = z
  .enum(["0", "1", "true", "false", ""])
  .default("")
  .transform((value) => value === "1" || value === "true");
const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  );

const seconds = (usual: number) => z.coerce.number().min(0).max(86_400).default(usual);

const origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  error: "must be an origin such as https://report.example.com",
});

const secret = z.string().superRefine((text, context) => {
  const weak = weakness(text);
  if (weak) context.addIssue({ code: "custom", message: weak });
});

const settings = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATA_DIR: z.string().default("./data"),
  SHARE_SYNCS: flag,
  ADMIN_PASSWORD: z.string().min(8).optional(),
  DATABASE_URL: z.string().optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_S3_ENDPOINT: z.url().optional(),
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_REGION: z.string().default("us-east-1"),
  BACKUP_S3_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_SECRET_KEY: z.string().optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  DATABASE_STATEMENT_SECONDS: seconds(15),
  DATABASE_WORK_SECONDS: seconds(300),
  DATABASE_LOCK_SECONDS: seconds(10),
  DATABASE_IDLE_SECONDS: seconds(60),
  DATABASE_CONNECT_SECONDS: seconds(10),
  DATABASE_WAIT_SECONDS: seconds(60),
  DISPATCH_URL: z.url().optional(),
  DISPATCH_PATHS: z
    .string()
    .default("{}")
    .transform((text, context) => {
      try {
        return z.partialRecord(z.enum(businesses), z.string().startsWith("/")).parse(JSON.parse(text));
      } catch {
        context.addIssue({ code: "custom", message: "must be a JSON object of paths by business" });
        return z.NEVER;
      }
    }),
  SESSION_ID_HEADER: z.string().default(sessionIdHeader),
  TOKEN_HEADER: z.string().default(tokenHeader),
  DISPATCH_TIMEOUT: z.coerce.number().int().min(100).default(requestTimeout),
  COOKIE_SECRETS: list.pipe(z.array(secret)),
  VISITOR_KEY: secret.optional(),
  PUBLIC_ORIGINS: list.pipe(z.array(origin)),
  FRAME_ORIGINS: list.pipe(z.array(origin)),
  MICRO_FRONTENDS: z
    .string()
    .default("{}")
    .transform((text, context) => {
      try {
        return z.partialRecord(z.enum(["qynk", "stheatre"]), origin).parse(JSON.parse(text));
      } catch {
        context.addIssue({ code: "custom", message: "must be a JSON object of origins for qynk and stheatre" });
        return z.NEVER;
      }
    }),
  TRUST_PROXY: flag,
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  FILE_LINK_SECRET: secret.optional(),
  SECRET_KEYS: list.pipe(z.array(z.string().min(32))),
  HSTS_SECONDS: z.coerce.number().int().min(0).max(63_072_000).default(0),
  HSTS_SUBDOMAINS: flag,
  DRAIN_SECONDS: seconds(0),
  STOP_SECONDS: z.coerce.number().min(1).max(3_600).default(10),
  METRICS_TOKEN: secret.optional(),
  SIGN_IN_RATE: z.coerce.number().int().min(1).default(60),
  CHECK_CODE_HOOK: z.url().optional(),
  ALIPAY_GATEWAY: z.url().optional(),
  WECHAT_PAY_GATEWAY: z.url().optional(),
  WEBHOOK_PRIVATE: flag,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^@]*@/)
    .optional(),
  LOG_LEVEL: z.enum(logLevels).default("info"),
  DEMO_LANGUAGE: z.enum(["zh-CN", "en"]).default("zh-CN"),
});

const environment = settings
  .refine((given) => !given.S3_ENDPOINT || (given.S3_BUCKET && given.S3_ACCESS_KEY && given.S3_SECRET_KEY), {
    error: "needs S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY beside it",
    path: ["S3_ENDPOINT"],
  })
  .refine((given) => !given.SMTP_URL || given.MAIL_FROM, { error: "needs MAIL_FROM beside it", path: ["SMTP_URL"] })
  .refine(
    (given) =>
      !given.BACKUP_S3_ENDPOINT || (given.BACKUP_S3_BUCKET && given.BACKUP_S3_ACCESS_KEY && given.BACKUP_S3_SECRET_KEY),
    {
      error: "needs BACKUP_S3_BUCKET, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY beside it",
      path: ["BACKUP_S3_ENDPOINT"],
    },
  );

/** Where uploaded files go; not given: to DATA_DIR. */
export const fileStoreOf = (config: Config) =>
  storeOf(config.S3_ENDPOINT, config.S3_BUCKET, config.S3_REGION, config.S3_ACCESS_KEY, config.S3_SECRET_KEY);

/** What browsers are told of TLS on this host; "" for nothing. */
export const hstsOf = ({ HSTS_SECONDS, HSTS_SUBDOMAINS }: Config): string =>
  HSTS_SECONDS > 0 ? `max-age=${HSTS_SECONDS}${HSTS_SUBDOMAINS ? "; includeSubDomains" : ""}` : "";

/** Where backups by schedule go, beside BACKUP_DIR. */
export const backupStoreOf = (config: Config) =>
  storeOf(
    config.BACKUP_S3_ENDPOINT,
    config.BACKUP_S3_BUCKET,
    config.BACKUP_S3_REGION,
    config.BACKUP_S3_ACCESS_KEY,
    config.BACKUP_S3_SECRET_KEY,
  );

function storeOf(
  endpoint: string | undefined,
  bucket: string | undefined,
  region: string,
  accessKey: string | undefined,
  secretKey: string | undefined,
) {
  if (!endpoint || !bucket || !accessKey || !secretKey) return undefined;
  return { endpoint, bucket, region, accessKey, secretKey };
}

export type SettingName = keyof typeof settings.shape;

/** Named by OpenTelemetry and read as its specification says (tracing.ts): by name, with what holds where nothing is set. */
export const standardSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: "",
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "",
  OTEL_EXPORTER_OTLP_HEADERS: "",
  OTEL_EXPORTER_OTLP_TIMEOUT: "10000",
  OTEL_SERVICE_NAME: "scenic-console",
  OTEL_RESOURCE_ATTRIBUTES: "",
  OTEL_TRACES_SAMPLER: "parentbased_always_on",
  OTEL_TRACES_SAMPLER_ARG: "1",
  OTEL_TRACES_EXPORTER: "otlp",
  OTEL_SDK_DISABLED: "false",
};
export type StandardName = keyof typeof standardSettings;

const known = Object.keys(settings.shape);

/** By name: what holds where nothing is set, as it would be set; "" for nothing. */
export const settingDefaults: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(settings.shape).map(([name, schema]) => [name, written(schema.safeParse(undefined).data)]),
);

function written(value: unknown): string {
  if (value === undefined || value === false) return value === false ? "0" : "";
  if (typeof value !== "object") return String(value);
  return Array.isArray(value) || Object.keys(value ?? {}).length === 0 ? "" : JSON.stringify(value);
}

/** Names that begin so are meant for us. */
const families =
  /^(ADMIN|ALIPAY|BACKUP|CHECK_CODE|COOKIE|DATABASE|DEMO|DISPATCH|DRAIN|FILE_LINK|FRAME|HSTS|MAIL|METRICS|MICRO|PUBLIC|SECRET|SESSION_ID|SHARE|SIGN_IN|SMTP|STOP|TOKEN|TRUST|VISITOR|WEBHOOK|WECHAT)_|^S3_(ENDPOINT|BUCKET|REGION|ACCESS|SECRET)/;

export interface UnknownSetting {
  name: string;
  /** The setting that its name comes nearest to. */
  meant: string;
}

/** What was set for the console by a name that it does not know: a slip that would go by unseen. */
export function unknownSettings(variables: Readonly<Record<string, string | undefined>>): UnknownSetting[] {
  return Object.keys(variables)
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, meant: nearest(name) }))
    .filter(({ name, meant }) => families.test(name) || (meant.length > 5 && distance(name, meant) <= 2))
    .sort((one, other) => one.name.localeCompare(other.name));
}

const nearest = (name: string): string =>
  known.reduce((best, one) => (distance(name, one) < distance(name, best) ? one : best));

/** Letters that are to be put in, taken out or changed. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const changed = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

export type Config = z.output<typeof environment>;

export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  throw new Error(`The configuration is not right: ${problems.join("; ")}`);
}
