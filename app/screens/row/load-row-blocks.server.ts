/** The blocks of a row's page, by the business's manifest; the page stands without them where they fail. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { findByPath } from "~/resource/find-resource.server";
import { drawn, type ShownBlock } from "../home/draw.server";
import { linkedFor } from "../home/load-blocks.server";
import type { BlockView } from "../home-block";
import { manifests } from "../manifests";
import type { RowBlocks } from "../row-block";

const byNoun: Readonly<Record<string, RowBlocks>> = Object.assign({}, ...manifests.map(({ rows = {} }) => rows));

export interface LoadedBlocks {
  blocks: ShownBlock[];
  live: boolean;
}
const none: LoadedBlocks = { blocks: [], live: false };

export async function loadRowBlocks({ context, params }: LoaderFunctionArgs): Promise<LoadedBlocks> {
  const { noun } = findByPath(context.path.split("?")[0] ?? "");
  const blocks = byNoun[noun];
  if (!blocks || !context.user || !/^[1-9]\d{0,14}$/.test(params.id ?? "")) return none;
  const id = Number(params.id);
  const answer = await context.dispatch.call(blocks.asks, { id } as never, { silent: true });
  if (answer === undefined) return none;
  return { blocks: shownTo(blocks.shows(answer as never, id), context.mayOpen), live: blocks.live ?? false };
}

/** Drawn, and without the links that their viewer may not follow. */
export const shownTo = (views: readonly (BlockView | null)[], mayOpen: (address: string) => boolean): ShownBlock[] =>
  views.flatMap((view) => (view ? [drawn(linkedFor(view, mayOpen))] : []));
