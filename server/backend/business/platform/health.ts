/** How the console runs, in sentences for head office: what is wrong, what to do, and where. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { systemHealth } from "~/contract/platform/health";
import { headOffice } from "~/contract/wire";
import type { Transaction } from "../../db/database";
import { stamp } from "../../kernel/business-time";
import { Forbidden } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { copyLateHours } from "./audit-copy";

type Health = AnswerOf<typeof systemHealth>;
type Finding = Health["findings"][number];

interface NodeFigures extends Record<string, unknown> {
  host: string;
  pid: number;
  version: string;
  startedAt: string;
  seenAt: string;
  runs: boolean;
  connections: number;
  most: number;
  waiting: number;
  diskFree: number;
  places: string;
  problem: string;
}

interface Figures extends Record<string, unknown> {
  savedAt: string | null;
  savedHours: number;
  saved: { saved: string; orders: number; megabytes: number } | null;
  backupFailed: boolean;
  due: number;
  oldestMinutes: number;
  failed: number;
  refused: number;
  audits: number;
  lateCopies: number;
}

/** Of all corps: those in use, those that were used within a week and have passed nobody for a day, and those whose device is away. */
interface GateFigures {
  gates: number;
  silent: number;
  offline: number;
}
type CountGates = (db: Transaction) => Promise<GateFigures>;

const gigabyte = 1024 ** 3;
/** Below it the machine is a day or two from standing still; below the other one a node calls itself not ready soon. */
const littleRoom = 2 * gigabyte;
const noRoom = gigabyte / 4;
const lateHours = 26;
const lateMinutes = 15;
/** Of everybody within an hour: more is somebody who tries. */
const manyRefused = 100;

/** Over all corps, in sums: whoever reads it learns of no tenant's rows. */
const serveHealth = (gates: CountGates) =>
  serve(
    systemHealth,
    async (call) => {
      // Of the whole console: neither a tenant nor whoever is bound to parks.
      if (call.caller.corpCode !== headOffice || call.caller.scope !== null) throw new Forbidden();
      const nodes = await rowsOf<NodeFigures>(call.db, nodesSql(call));
      const [figures] = await rowsOf<Figures>(call.db, figuresSql(call));
      if (!figures) throw new Error("A select without a table has a row.");
      const running = nodes.filter(({ runs }) => runs);
      const findings = [
        ofBackups(figures, running),
        ...ofDisks(running),
        ...ofNodes(nodes),
        ofPool(running),
        ...ofJobs(figures),
        ofSignIns(figures),
        ...ofGates(await gates(call.db)),
        ofAudit(figures),
        ...ofCopies(figures, running),
      ];
      const order = ["wrong", "look", "ok"];
      return {
        findings: findings.sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state)),
        nodes: nodes.map((node) => ({
          name: nameOf(node),
          version: node.version,
          startedAt: stamp(new Date(node.startedAt)),
          seenAt: stamp(new Date(node.seenAt)),
          runs: node.runs,
          connections: m.health_of({ n: node.connections, most: node.most }),
          diskFree: room(node.diskFree),
        })),
      };
    },
    { asOwner: true },
  );

const nodesSql = ({ now }: Call) => sql`
  select host, pid, version, started_at as "startedAt", seen_at as "seenAt",
         seen_at > ${now}::timestamptz - interval '2 minutes' as runs,
         connections, most_connections as most, waiting, disk_free::float8 as "diskFree",
         backup_places as places, backup_problem as problem
  from console_node
  order by started_at, id
  limit 100
`;

const figuresSql = ({ now }: Call) => sql`
  with saved as (
    select finished_at, result
    from job
    where kind = 'backup' and state = 'done' and result ->> 'saved' <> ''
    order by finished_at desc
    limit 1
  ),
  last_backup as (
    select state from job where kind = 'backup' and state in ('done', 'failed') order by finished_at desc limit 1
  )
  select (select finished_at from saved) as "savedAt",
         (select coalesce(floor(extract(epoch from ${now}::timestamptz - finished_at) / 3600), 0)::int from saved)
           as "savedHours",
         (select result from saved) as saved,
         coalesce((select state = 'failed' from last_backup), false) as "backupFailed",
         (select count(*)::int from job where state = 'waiting' and run_at <= ${now}) as due,
         (
           select coalesce(floor(extract(epoch from ${now}::timestamptz - min(run_at)) / 60), 0)::int
           from job where state = 'waiting' and run_at <= ${now}
         ) as "oldestMinutes",
         (
           select count(*)::int from job
           where state = 'failed' and finished_at > ${now}::timestamptz - interval '1 day'
         ) as failed,
         (
           select count(*)::int from sign_in_log
           where at > ${now}::timestamptz - interval '1 hour'
             and outcome in ('unknown', 'password', 'disabled', 'code')
         ) as refused,
         (
           select coalesce(sum(rows), 0)::int from self_audit_rule where rows > 0
         ) as audits,
         (
           select count(*)::int from audit_seal_log s
           where s.at < ${now}::timestamptz - make_interval(hours => ${copyLateHours})
             and not exists (select from audit_copy_log c where c.corp_code = s.corp_code and c.seal_id = s.id)
         ) as "lateCopies"
`;

const nameOf = ({ host, pid }: Pick<NodeFigures, "host" | "pid">) => `${host} (${pid})`;
const room = (bytes: number) => `${(bytes / gigabyte).toFixed(1)} GB`;
const ok = (topic: string, says: string): Finding => ({ topic, state: "ok", says, todo: "", link: "" });

const tasks = "/schedule/taskList";
const runs = "/schedule/dispatchTaskLogInfo";

function ofBackups(figures: Figures, nodes: NodeFigures[]): Finding {
  const topic = m.health_backups();
  const { saved, savedAt, savedHours, backupFailed } = figures;
  const last = savedAt
    ? m.health_backup_last({
        at: stamp(new Date(savedAt)),
        orders: saved?.orders ?? 0,
        megabytes: saved?.megabytes ?? 0,
      })
    : m.health_backup_never();
  const isNowhere = nodes.length > 0 && nodes.every(({ places }) => places === "");
  if (isNowhere)
    return { topic, state: "wrong", says: m.health_backup_nowhere(), todo: m.health_backup_nowhere_todo(), link: "" };
  const place = nodes.find(({ problem }) => problem === "place");
  if (place) {
    const says = m.health_backup_place({ places: place.places });
    return { topic, state: "wrong", says, todo: m.health_backup_place_todo(), link: "" };
  }
  if (backupFailed) {
    return {
      topic,
      state: "wrong",
      says: m.health_backup_failed({ last }),
      todo: m.health_backup_failed_todo(),
      link: runs,
    };
  }
  const isLate = !savedAt || savedHours >= lateHours || nodes.some(({ problem }) => problem === "late");
  if (isLate) return { topic, state: "wrong", says: last, todo: m.health_backup_late_todo(), link: tasks };
  return ok(topic, last);
}

function ofDisks(nodes: NodeFigures[]): Finding[] {
  const topic = m.health_disk();
  const short = nodes.filter(({ diskFree }) => diskFree < littleRoom);
  if (short.length === 0) {
    const least = Math.min(...nodes.map(({ diskFree }) => diskFree));
    return nodes.length === 0 ? [] : [ok(topic, m.health_disk_room({ room: room(least) }))];
  }
  return short.map((node) => ({
    topic,
    state: node.diskFree < noRoom ? "wrong" : "look",
    says: m.health_disk_short({ room: room(node.diskFree), node: nameOf(node) }),
    todo: m.health_disk_todo(),
    link: "",
  }));
}

function ofNodes(nodes: NodeFigures[]): Finding[] {
  const topic = m.health_nodes();
  const running = nodes.filter((node) => node.runs);
  const gone = nodes.filter((node) => !node.runs);
  const versions = [...new Set(running.map(({ version }) => version))].sort();
  const found: Finding[] = gone.map((node) => ({
    topic,
    state: "look",
    says: m.health_node_gone({ node: nameOf(node), at: stamp(new Date(node.seenAt)) }),
    todo: m.health_node_gone_todo(),
    link: "",
  }));
  if (versions.length > 1) {
    const says = m.health_versions({ versions: versions.join(", ") });
    found.push({ topic, state: "look", says, todo: m.health_versions_todo(), link: "" });
  }
  if (found.length > 0) return found;
  return [ok(topic, m.health_nodes_ok({ n: running.length, version: versions[0] ?? "" }))];
}

function ofPool(nodes: NodeFigures[]): Finding {
  const topic = m.health_database();
  const waiting = nodes.reduce((sum, node) => sum + node.waiting, 0);
  if (waiting <= 5) return ok(topic, m.health_pool_ok());
  return { topic, state: "look", says: m.health_pool_short({ n: waiting }), todo: m.health_pool_todo(), link: "" };
}

function ofJobs({ due, oldestMinutes, failed }: Figures): Finding[] {
  const topic = m.health_jobs();
  const found: Finding[] = [];
  if (oldestMinutes >= lateMinutes) {
    const says = m.health_jobs_wait({ n: due, minutes: oldestMinutes });
    found.push({ topic, state: "wrong", says, todo: m.health_jobs_wait_todo(), link: runs });
  }
  if (failed > 0) {
    const says = m.health_jobs_failed({ n: failed });
    found.push({ topic, state: "look", says, todo: m.health_jobs_failed_todo(), link: runs });
  }
  return found.length > 0 ? found : [ok(topic, m.health_jobs_ok({ n: due }))];
}

function ofSignIns({ refused }: Figures): Finding {
  const topic = m.health_sign_ins();
  if (refused <= manyRefused) return ok(topic, m.health_sign_ins_ok({ n: refused }));
  const says = m.health_sign_ins_many({ n: refused });
  return { topic, state: "look", says, todo: m.health_sign_ins_todo(), link: "/system/signInLog" };
}

function ofGates({ gates, silent, offline }: GateFigures): Finding[] {
  const topic = m.health_gates();
  const found: Finding[] = [];
  if (offline > 0) {
    const says = m.health_gates_offline({ n: offline });
    found.push({ topic, state: "look", says, todo: m.health_gates_offline_todo(), link: "/manage/gateDevice" });
  }
  if (silent > 0) {
    const says = m.health_gates_silent({ n: silent });
    found.push({ topic, state: "look", says, todo: m.health_gates_todo(), link: "/manage/tktParkGate" });
  }
  return found.length > 0 ? found : [ok(topic, m.health_gates_ok({ n: gates }))];
}

function ofAudit({ audits }: Figures): Finding {
  const topic = m.health_audit();
  if (audits === 0) return ok(topic, m.health_audit_ok());
  const says = m.health_audit_found({ n: audits });
  return { topic, state: "wrong", says, todo: m.health_audit_todo(), link: "/system/selfAudit/rules" };
}

/** Where backups have no place, copies have none either, and that is said of the backups. */
function ofCopies({ lateCopies }: Figures, nodes: NodeFigures[]): Finding[] {
  const topic = m.health_audit_copies();
  if (nodes.every(({ places }) => places === "")) return [];
  if (lateCopies === 0) return [ok(topic, m.health_audit_copies_ok())];
  const says = m.health_audit_copies_late({ n: lateCopies });
  return [{ topic, state: "wrong", says, todo: m.health_audit_copies_todo(), link: tasks }];
}

/** `gates`: of the business that has them. */
export const healthServed = (gates: CountGates): Served[] => [serveHealth(gates)];
