/** Every shared widget in every state, for development and screenshots; production builds have no such route. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { z } from "zod";
import { Field } from "~/form/field";
import { TickBoxes } from "~/form/tick-boxes";
import { CellContent } from "~/widgets/cell";
import { Chart } from "~/widgets/chart/chart";
import { Dialog } from "~/widgets/dialog";
import { formatDate } from "~/widgets/format-date";
import { BarCode } from "~/widgets/print/bar-code";
import { code128, ean13 } from "~/widgets/print/bar-code.server";
import { type Paper, PrintButton, PrintSheet } from "~/widgets/print/print-sheet";
import { qrPath } from "~/widgets/qr.server";
import { QrCode } from "~/widgets/qr-code";
import { ContentPanel } from "~/widgets/rich-text/content-panel";
import { richText } from "~/widgets/rich-text/rich-text.server";
import { RichTextInput } from "~/widgets/rich-text/rich-text-input";
import { Timeline } from "~/widgets/timeline";
import { applyCommand, readCommand, type TreeNode } from "~/widgets/tree/tree-commands";
import { TreeEditor } from "~/widgets/tree/tree-editor";
import { FileInput } from "~/widgets/upload/file-input";

export const meta: MetaFunction = () => [{ title: "Widgets" }];

const tree: TreeNode[] = [
  { id: 1, parentId: 0, name: "集团", sort: 1 },
  { id: 2, parentId: 1, name: "票务部", sort: 1 },
  { id: 3, parentId: 1, name: "商品部", sort: 2 },
  { id: 4, parentId: 2, name: "东门售票处", sort: 1 },
];

export function loader(_: LoaderFunctionArgs) {
  return {
    html: richText(
      "<p>云山<strong>日出</strong>，<em>四季</em>皆宜。<a href='https://example.com'>更多</a></p><script>alert(1)</script>",
    ),
    qr: qrPath("https://console.example.com/t/TK20261121001"),
    bars: [code128("TK-2026-000123"), code128("20261121000123"), ean13("690123456789")],
    tree,
  };
}

const nodes = z.array(z.object({ id: z.number(), parentId: z.number(), name: z.string(), sort: z.number() }));

/** The tree as it was posted, changed by the button that was pressed. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const command = readCommand(text("tree"), text);
  const parsed = nodes.safeParse(JSON.parse(text("nodes") || "[]"));
  const before: readonly TreeNode[] = parsed.success ? parsed.data : tree;
  return { tree: command ? applyCommand(before, command) : before };
}

const none: never[] = [];
const stored = [{ path: "/files/0001/202611/aaaaaaaaaaaaaaaaaaaaaaaaaa.pdf", name: "合同.pdf" }];
const papers: Paper[] = ["a4", "a5", "receipt80", "receipt58", "label"];
const days = ["11-15", "11-16", "11-17", "11-18", "11-19", "11-20", "11-21"];
const sold = { name: "售出", values: [120, 340, 280, 190, 410, 620, 580] };
const checked = { name: "检票", values: [110, 300, 250, 180, 390, 540, 500] };

export default function Widgets() {
  const { html, qr, bars, tree: fresh } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const now = answered?.tree ?? fresh;
  return (
    <div className="page">
      <header className="page-head">
        <h1>Widgets</h1>
        <PrintButton />
      </header>
      <Buttons />
      <Part title="Fields">
        <div className="form-grid">
          <Field name="plain" label="Plain" help="Help">
            <input defaultValue="value" />
          </Field>
          <Field name="wrong" label="Wrong" errors={["此项为必填项"]} required>
            <input />
          </Field>
          <Field name="off" label="Disabled">
            <input disabled defaultValue="value" />
          </Field>
          <TickBoxes
            label="Ticks"
            options={["1", "2", "3"].map((value) => ({ value, label: `Choice ${value}` }))}
            nameOf={(value) => `tick${value}`}
            isTicked={(value) => value === "2"}
          />
        </div>
      </Part>
      <Part title="Files and pictures">
        <FileInput name="empty" label="Empty" accept="image" most={3} files={none} />
        <FileInput name="full" label="With a file" accept="file" most={1} files={stored} />
        <FileInput name="refused" label="Refused" accept="image" most={1} files={none} error="只能上传图片" required />
        <FileInput name="shut" label="Disabled" accept="file" most={1} files={none} disabled />
      </Part>
      <Part title="Rich text">
        <RichTextInput name="rich" label="Editor" value={html} max={2000} />
        <RichTextInput name="richOff" label="Disabled" value="…" max={200} disabled />
        <ContentPanel html={html} />
      </Part>
      <Part title="Tree">
        <Form method="post">
          <input type="hidden" name="nodes" value={JSON.stringify(now)} />
          <TreeEditor key={JSON.stringify(now)} label="Departments" nodes={now} />
        </Form>
      </Part>
      <Part title="Charts">
        <Chart kind="line" title="Tickets a day" labels={days} series={[sold, checked]} />
        <Chart kind="bar" title="Tickets a day" labels={days} series={[sold, checked]} />
        <Chart
          kind="pie"
          title="Channels"
          labels={["窗口", "网络", "旅行社"]}
          series={[{ name: "张", values: [62, 30, 8] }]}
        />
        <Chart kind="bar" title="Nothing yet" labels={[]} series={[]} />
      </Part>
      <Part title="Codes and paper">
        <QrCode code={qr} label="QR" />
        {bars.map((bar) => (
          <BarCode key={bar.text} code={bar} label={bar.text} />
        ))}
        {papers.map((paper) => (
          <PrintSheet key={paper} paper={paper}>
            {paper}
          </PrintSheet>
        ))}
      </Part>
      <Part title="Cells, times, dates">
        <p>
          <CellContent cell={{ state: "T", label: "启用" }} />{" "}
          <CellContent cell={{ state: "suspended", label: "停用" }} />{" "}
          <CellContent cell={{ to: "/dev/widgets", text: "Link" }} /> <CellContent cell="Text" />{" "}
          <CellContent cell={{ files: [{ to: "/files/x", text: "附件 1" }] }} />
        </p>
        <p>
          {formatDate(1_763_712_000)} · {formatDate(1_763_712_000_000, "y-m-d")} ·{" "}
          {formatDate("2025-11-21", "m/d 星期a")}
        </p>
        <Timeline
          entries={[
            { at: "09:00", title: "售票", detail: "两张成人票", by: "李售票", tone: "good" },
            { at: "10:00", title: "退票", detail: "", by: "", tone: "bad" },
          ]}
        />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const tones = ["good", "warn", "bad", "calm"];

function Buttons() {
  const [open, setOpen] = useState(false);
  return (
    <Part title="Buttons, notices, badges, dialog">
      <div className="actions">
        {["", " button-primary", " button-danger", " button-quiet"].map((kind) => (
          <button key={kind} type="button" className={`button${kind}`}>
            Button
          </button>
        ))}
        <button type="button" className="button" disabled>
          Disabled
        </button>
        <button type="button" className="button" onClick={() => setOpen(true)}>
          Dialog
        </button>
      </div>
      {tones.map((tone) => (
        <p key={tone} className={`notice notice-${tone}`}>
          <span className={`badge badge-${tone}`}>{tone}</span> Notice
        </p>
      ))}
      <Dialog title="A dialog" open={open} onClose={() => setOpen(false)}>
        <p>Its backdrop does not close it.</p>
        <button type="button" className="button" onClick={() => setOpen(false)}>
          Close
        </button>
      </Dialog>
    </Part>
  );
}
