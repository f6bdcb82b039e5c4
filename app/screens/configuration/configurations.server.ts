/** What is configured on the page of basic configuration, by `sysBusType`: how it is loaded and what its forms do. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type Message, m } from "~/contract/messages";
import { loadMobile } from "../mobile/configuration.server";

export interface Configuration {
  /** Of the page and of its tab. */
  title: Message;
  /** What its view shows: plain data. */
  load: (args: LoaderFunctionArgs) => Promise<object>;
  /** What its forms post to; without it there are none. */
  act?: (args: ActionFunctionArgs) => Promise<Response>;
}

export const configurations: Readonly<Record<string, Configuration>> = {
  "18": { title: m.mobile_title, load: loadMobile },
};
