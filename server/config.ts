/** The environment, parsed once. Every setting is documented here and nowhere else. */
import { z } from "zod";
import { businesses } from "~/contract/method";
import { requestTimeout, sessionIdHeader, tokenHeader } from "~/contract/wire";
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
  /** Address and port to listen on. */
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Where the embedded database, keys and files live. */
  DATA_DIR: z.string().default("./data"),
  /** First password of the administrator; random (and printed once) when not given. */
  ADMIN_PASSWORD: z.string().min(8).optional(),
  /** PostgreSQL takes the place of the embedded database, e.g. postgres://user:password@host/name */
  DATABASE_URL: z.string().optional(),
  /** Connections to PostgreSQL. */
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  /**
   * Seconds that PostgreSQL grants a statement of somebody's call, one of background work (exports, imports, jobs), the wait
   * for a lock, a transaction in which nothing happens, and a connection. 0: no end. Migrations, backup and restore have none.
   */
  DATABASE_STATEMENT_SECONDS: seconds(15),
  DATABASE_WORK_SECONDS: seconds(300),
  DATABASE_LOCK_SECONDS: seconds(10),
  DATABASE_IDLE_SECONDS: seconds(60),
  DATABASE_CONNECT_SECONDS: seconds(10),
  /** Another dispatch API; the embedded backend is not started then. */
  DISPATCH_URL: z.url().optional(),
  /** Base paths of the dispatch API by business, as JSON, e.g. {"ticket":"/t/dispatch"} */
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
  /** Milliseconds a dispatch call may take. */
  DISPATCH_TIMEOUT: z.coerce.number().int().min(100).default(requestTimeout),
  /** Secrets of the session cookie, newest first, 32 random characters each at least; kept in DATA_DIR when not given. */
  COOKIE_SECRETS: list.pipe(z.array(secret)),
  /**
   * Signs what the console says of its visitor (address and device) to the dispatch API, which believes nothing else of it.
   * Made anew at each start when not given; to be set, the same on both sides, where DISPATCH_URL names a backend of ours.
   */
  VISITOR_KEY: secret.optional(),
  /**
   * Origins that pages are reached at, e.g. https://console.example.com; other hosts are answered 421. Without it loopback
   * names and the addresses listened on are answered.
   */
  PUBLIC_ORIGINS: list.pipe(z.array(origin)),
  /** Origins whose pages may stand in frames (reports and other outer pages), e.g. https://report.example.com */
  FRAME_ORIGINS: list.pipe(z.array(origin)),
  /** Origins of the micro-frontends by the first part of their path, as JSON, e.g. {"qynk":"https://farm.example.com"} */
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
  /** Believe X-Forwarded-For and X-Forwarded-Proto. Only behind a proxy that sets them. */
  TRUST_PROXY: flag,
  /** Files go to this S3-compatible store instead of DATA_DIR/files, e.g. https://s3.example.com; with bucket and keys. */
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  /** Signs links to private files, the same on every node; kept in DATA_DIR when not given. */
  FILE_LINK_SECRET: secret.optional(),
  /**
   * Keys that seal the secrets kept in rows (of access applications), newest first, at least 32 characters each, the same
   * on every node; kept in DATA_DIR when not given. What an older one has sealed is sealed anew at the next start.
   */
  SECRET_KEYS: list.pipe(z.array(z.string().min(32))),
  /** Sign-in attempts a minute from one address. */
  SIGN_IN_RATE: z.coerce.number().int().min(1).default(60),
  /**
   * Where one-time sign-in codes are posted to, as JSON {mobile, accName, text, code}; whatever answers 2xx has taken it.
   * Not given: the server's log says them.
   */
  CHECK_CODE_HOOK: z.url().optional(),
  /** Log every request, or only what went wrong. */
  LOG_LEVEL: z.enum(["info", "warn"]).default("info"),
});

const environment = settings.refine(
  (given) => !given.S3_ENDPOINT || (given.S3_BUCKET && given.S3_ACCESS_KEY && given.S3_SECRET_KEY),
  { error: "needs S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY beside it", path: ["S3_ENDPOINT"] },
);

export type Config = z.output<typeof environment>;

export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  throw new Error(`The configuration is not right: ${problems.join("; ")}`);
}
