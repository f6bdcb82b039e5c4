/** What each setting is for, in both languages: the reference pages are made from it, in this order. */
import type { SettingName, StandardName } from "./config";

interface Words {
  en: string;
  zh: string;
}

export interface Chapter {
  title: Words;
  settings: Partial<Record<SettingName | StandardName, Words>>;
}

const words = (en: string, zh: string): Words => ({ en, zh });

export const chapters: readonly Chapter[] = [
  {
    title: words("Where it listens, and who reaches it", "监听与访问"),
    settings: {
      HOST: words("Address to listen on.", "监听地址。"),
      PORT: words("Port to listen on.", "监听端口。"),
      PUBLIC_ORIGINS: words(
        "Origins that pages are reached at, with commas between, e.g. `https://console.example.com`. Other hosts are answered 421, but for those that head office gave to tenants. Without it loopback names and the addresses listened on are answered.",
        "对外访问的来源，用逗号分隔，如 `https://console.example.com`；除总部为租户设置的专属域名外，其它主机名一律返回 421。不设时只接受本机名称与监听的地址。",
      ),
      TRUST_PROXY: words(
        "Believe `X-Forwarded-For` and `X-Forwarded-Proto`. Only behind a proxy that sets them.",
        "信任 `X-Forwarded-For` 与 `X-Forwarded-Proto`。仅在会设置它们的代理之后开启。",
      ),
      HSTS_SECONDS: words(
        "Seconds for which browsers are told to reach this host by TLS alone. They keep to it: begin with 300. 0: nothing is told.",
        "告知浏览器在多少秒内只用 TLS 访问本主机。浏览器会一直遵守，请先设 300。0：不告知。",
      ),
      HSTS_SUBDOMAINS: words(
        "The same for every host below it, whoever runs those.",
        "对其下所有子域名同样生效，无论由谁运行。",
      ),
      FRAME_ORIGINS: words(
        "Origins whose pages may stand in frames (reports and other outer pages), with commas between.",
        "允许嵌入框架的外部页面（报表等）来源，用逗号分隔。",
      ),
      MICRO_FRONTENDS: words(
        'Origins of the micro-frontends by the first part of their path, as JSON: `{"qynk":"https://farm.example.com"}`. `qynk` and `stheatre` are known.',
        '按路径首段给出各微前端的来源，JSON 格式：`{"qynk":"https://farm.example.com"}`；支持 `qynk` 与 `stheatre`。',
      ),
      SIGN_IN_RATE: words("Sign-in attempts a minute from one address.", "同一地址每分钟允许的登录次数。"),
    },
  },
  {
    title: words("Data", "数据"),
    settings: {
      DATA_DIR: words(
        "Where the embedded database, keys and files live. It belongs to the account that runs the console.",
        "内置数据库、密钥与文件所在目录，归运行本系统的账号所有。",
      ),
      DATABASE_URL: words(
        "PostgreSQL takes the place of the embedded database: `postgres://user:password@host/name`.",
        "使用 PostgreSQL 代替内置数据库：`postgres://user:password@host/name`。",
      ),
      DATABASE_POOL: words(
        "Connections of this node to PostgreSQL, 1 to 200.",
        "本节点到 PostgreSQL 的连接数，1 至 200。",
      ),
      DATABASE_STATEMENT_SECONDS: words(
        "Seconds that PostgreSQL grants a statement of somebody's call. 0: no end.",
        "页面请求中一条语句的时限（秒）。0：不限。",
      ),
      DATABASE_WORK_SECONDS: words(
        "Seconds for a statement of exports, imports and jobs. 0: no end.",
        "导出、导入与后台任务中一条语句的时限（秒）。0：不限。",
      ),
      DATABASE_LOCK_SECONDS: words("Seconds of waiting for a lock. 0: no end.", "等待锁的时限（秒）。0：不限。"),
      DATABASE_IDLE_SECONDS: words(
        "Seconds for which a transaction may do nothing. 0: no end.",
        "事务空闲的时限（秒）。0：不限。",
      ),
      DATABASE_CONNECT_SECONDS: words(
        "Seconds of waiting for a connection. 0: no end.",
        "等待连接的时限（秒）。0：不限。",
      ),
      DATABASE_WAIT_SECONDS: words(
        "Seconds that a start waits for a PostgreSQL that is not there yet. 0: it ends at once.",
        "启动时等待 PostgreSQL 就绪的秒数。0：立即结束。",
      ),
      SHARE_SYNCS: words(
        "Commits of the embedded database share a sync where several come together. For disks that take a millisecond or more for one, as network volumes do. Nobody is answered earlier.",
        "内置数据库的多个提交合用一次落盘。适用于一次落盘超过 1 毫秒的磁盘（如网络盘）；不会提前应答。",
      ),
      S3_ENDPOINT: words(
        "Uploaded files go to this S3-compatible store in place of `DATA_DIR/files`; with bucket and keys.",
        "上传的文件存入此 S3 兼容对象存储，代替 `DATA_DIR/files`；需同时设置存储桶与密钥。",
      ),
      S3_BUCKET: words("Its bucket.", "其存储桶。"),
      S3_REGION: words("Its region.", "其区域。"),
      S3_ACCESS_KEY: words("Its access key.", "其访问密钥 ID。"),
      S3_SECRET_KEY: words("Its secret key.", "其访问密钥。"),
    },
  },
  {
    title: words("Backups", "备份"),
    settings: {
      BACKUP_DIR: words(
        "Directory for the backup of every night (3:10 of head office's zone; **Tasks** changes the hour), on another disk than `DATA_DIR`. Of each of the last 7 days, 4 weeks and 12 months one is kept.",
        "每夜备份的目录（总部时区 3:10，可在 **任务** 中修改），应与 `DATA_DIR` 不在同一磁盘。保留最近 7 天、4 周、12 个月各一份。",
      ),
      BACKUP_S3_ENDPOINT: words(
        "The same backups go to a bucket of this S3-compatible store, beside `BACKUP_DIR` or in its place; with bucket and keys.",
        "同样的备份存入此 S3 兼容对象存储，可与 `BACKUP_DIR` 并用或代替它；需同时设置存储桶与密钥。",
      ),
      BACKUP_S3_BUCKET: words("Its bucket, for backups alone.", "其存储桶，只放备份。"),
      BACKUP_S3_REGION: words("Its region.", "其区域。"),
      BACKUP_S3_ACCESS_KEY: words("Its access key.", "其访问密钥 ID。"),
      BACKUP_S3_SECRET_KEY: words("Its secret key.", "其访问密钥。"),
    },
  },
  {
    title: words("Keys and first password", "密钥与初始密码"),
    settings: {
      ADMIN_PASSWORD: words(
        "First password of `admin`, 8 characters at least; random when not given. It is changed at the first sign-in.",
        "`admin` 的初始密码，至少 8 个字符；不设时随机生成。首次登录必须修改。",
      ),
      COOKIE_SECRETS: words(
        "Secrets of the session cookie, newest first, 32 random characters each at least, with commas between; kept in `DATA_DIR` when not given. The same on every node.",
        "会话 Cookie 的密钥，新的在前，每个至少 32 个随机字符，用逗号分隔；不设时保存在 `DATA_DIR`。各节点须一致。",
      ),
      SECRET_KEYS: words(
        "Keys that seal the secrets kept in rows, newest first, 32 characters each at least; kept in `DATA_DIR` when not given. The same on every node. What an older one has sealed is sealed anew at the next start.",
        "加密库中机密字段的密钥，新的在前，每个至少 32 个字符；不设时保存在 `DATA_DIR`。各节点须一致。旧密钥加密的内容在下次启动时改用新密钥。",
      ),
      FILE_LINK_SECRET: words(
        "Signs links to private files, the same on every node; kept in `DATA_DIR` when not given.",
        "为私有文件链接签名，各节点须一致；不设时保存在 `DATA_DIR`。",
      ),
      VISITOR_KEY: words(
        "Signs what the console says of its visitor (address and device) to the dispatch API. Made anew at each start when not given; to be set, the same on both sides, where `DISPATCH_URL` names a backend of ours.",
        "为控制台告知接口的访客信息（地址与设备）签名。不设时每次启动重新生成；当 `DISPATCH_URL` 指向另一套本系统后端时，两端须设为相同。",
      ),
      METRICS_TOKEN: words(
        "Bearer token of `/metrics`; without it this machine alone may ask, and nobody through a proxy.",
        "`/metrics` 的 Bearer 令牌；不设时仅本机可访问，且不能经过代理。",
      ),
    },
  },
  {
    title: words("Starting, stopping, the log", "启动、停止与日志"),
    settings: {
      DRAIN_SECONDS: words(
        "After a SIGTERM: seconds for which requests are still taken while `/readyz` says 503, so that a balancer looks away first.",
        "收到 SIGTERM 后，`/readyz` 返回 503 的同时仍接收请求的秒数，使负载均衡先行移开。",
      ),
      STOP_SECONDS: words(
        "Then seconds for what is under way before the process ends by force.",
        "此后等待进行中请求的秒数，超时强制结束。",
      ),
      DEMO_LANGUAGE: words(
        "Language of the names in a new demonstration (`npm run demo`): `zh-CN` or `en`. What is set up already keeps its names.",
        "新建演示数据（`npm run demo`）中名称的语言：`zh-CN` 或 `en`；已有演示数据的名称不变。",
      ),
      LOG_LEVEL: words(
        "`debug`: every call of the backend as well; `info`: every request; `warn`, `error`: only what went wrong.",
        "`debug`：另记后端每次调用；`info`：每个请求；`warn`、`error`：只记异常。",
      ),
    },
  },
  {
    title: words("The dispatch API and what is outside", "调度接口与外部服务"),
    settings: {
      DISPATCH_URL: words(
        "Another dispatch API; the embedded backend is not started then.",
        "使用另一套调度接口；此时不启动内置后端。",
      ),
      DISPATCH_PATHS: words(
        'Base paths of the dispatch API by business, as JSON: `{"ticket":"/t/dispatch"}`.',
        '各业务的接口路径，JSON 格式：`{"ticket":"/t/dispatch"}`。',
      ),
      DISPATCH_TIMEOUT: words(
        "Milliseconds that a call may take, 100 at least.",
        "一次接口调用的时限（毫秒），至少 100。",
      ),
      SESSION_ID_HEADER: words("Header that names the browser session.", "标识浏览器会话的请求头。"),
      TOKEN_HEADER: words("Header with the token of the sign-in.", "携带登录令牌的请求头。"),
      CHECK_CODE_HOOK: words(
        "Where one-time sign-in codes are posted to, as JSON `{mobile, accName, text, code}`; whatever answers 2xx has taken it. Not given: the server's log says them.",
        "登录验证码以 JSON `{mobile, accName, text, code}` 发送到的地址，返回 2xx 即视为已接收。不设时写入服务器日志。",
      ),
      SMTP_URL: words(
        "The mail server by which invoices go to their buyers and messages to staff (those once `PUBLIC_ORIGINS` is set): `smtps://user:password@smtp.example.com` or `smtp://host:587`. With a user the line is encrypted or nothing is sent. Not given: nothing is mailed.",
        "向购买方发送电子发票、向员工发送消息邮件的邮件服务器（消息邮件还需设置 `PUBLIC_ORIGINS`）：`smtps://用户:密码@smtp.example.com` 或 `smtp://主机:587`；带用户名时只走加密连接。不设则不发邮件。",
      ),
      MAIL_FROM: words(
        "Who mails come from, e.g. `Qingyun Park <invoice@example.com>`. Needed with `SMTP_URL`.",
        "发件人，如 `青云山 <invoice@example.com>`；设置 `SMTP_URL` 时必填。",
      ),
      ALIPAY_GATEWAY: words(
        "The address of Alipay's open API, e.g. that of its sandbox. Not given: Alipay's own.",
        "支付宝开放平台网关地址，如沙箱地址。不设时为支付宝正式网关。",
      ),
      WECHAT_PAY_GATEWAY: words(
        "The address of WeChat Pay's API. Not given: WeChat Pay's own.",
        "微信支付接口地址。不设时为微信支付正式地址。",
      ),
      WEBHOOK_PRIVATE: words(
        "Set to 1, webhooks of access applications also go to addresses of this machine and of private networks. Without it they go to public addresses alone.",
        "设为 1 时，接入应用的通知也可推送到本机与内网地址；不设时只推送到公网地址。",
      ),
    },
  },
  {
    title: words("Traces by OpenTelemetry", "链路追踪（OpenTelemetry）"),
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: words(
        "The collector that spans go to, by OTLP over HTTP as JSON, whatever `OTEL_EXPORTER_OTLP_PROTOCOL` says; `/v1/traces` is added. Not given: nothing is sent.",
        "链路数据发往的采集器地址，以 OTLP/HTTP（JSON）发送，不受 `OTEL_EXPORTER_OTLP_PROTOCOL` 影响，自动补上 `/v1/traces`。不设则不发送。",
      ),
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: words(
        "The same for spans alone, the whole address; it goes before the other.",
        "仅用于链路数据的完整地址，优先于上一项。",
      ),
      OTEL_EXPORTER_OTLP_HEADERS: words(
        "Headers for the collector, e.g. `authorization=Bearer%20…`, with commas between.",
        "发往采集器的请求头，如 `authorization=Bearer%20…`，用逗号分隔。",
      ),
      OTEL_EXPORTER_OTLP_TIMEOUT: words("Milliseconds that the collector may take.", "等待采集器应答的时限（毫秒）。"),
      OTEL_SERVICE_NAME: words("The name under which its spans are found.", "链路数据中的服务名称。"),
      OTEL_RESOURCE_ATTRIBUTES: words(
        "Attributes of every span, e.g. `deployment.environment=production`.",
        "附加到所有链路数据的属性，如 `deployment.environment=production`。",
      ),
      OTEL_TRACES_SAMPLER: words(
        "Which requests are traced: `always_on`, `always_off`, `traceidratio`, and each with `parentbased_` before it.",
        "采样方式：`always_on`、`always_off`、`traceidratio`，均可加前缀 `parentbased_`。",
      ),
      OTEL_TRACES_SAMPLER_ARG: words(
        "With `traceidratio`: the share of requests, 0 to 1.",
        "采用 `traceidratio` 时的采样比例，0 到 1。",
      ),
      OTEL_TRACES_EXPORTER: words("`none`: nothing is sent.", "`none`：不发送。"),
      OTEL_SDK_DISABLED: words("`true`: nothing is traced.", "`true`：不采集。"),
    },
  },
];
