/** What is configured on the page of basic configuration, by `sysBusType`: how it is loaded and what its forms do. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type Message, m } from "~/contract/messages";
import { loadMobile } from "../mobile/configuration.server";
import { loadConfiguration, postConfiguration } from "../parking/configuration-form.server";

export interface Configuration {
  /** Of the page and of its tab. */
  title: Message;
  /** What its view shows: plain data. */
  load: (args: LoaderFunctionArgs) => Promise<object>;
  /** What its forms post to; without it there are none. */
  act?: (args: ActionFunctionArgs) => Promise<unknown>;
}

export const configurations: Readonly<Record<string, Configuration>> = {
  "17": { title: m.parking_c_title, load: loadConfiguration, act: postConfiguration },
  "18": { title: m.mobile_title, load: loadMobile },
};
