/** The groups of the menu, in its order. An entry stands in one of them. */
import { type Message, m } from "./messages";

export interface MenuGroup {
  label: Message;
  /** A name of the icon sprite. */
  icon: string;
  /** Its functions are the administrator's: no role of a first start is granted them. */
  reserved?: true;
}

const declared = {
  workbench: { label: m.menu_group_workbench, icon: "home" },
  counter: { label: m.menu_group_counter, icon: "counter" },
  tickets: { label: m.menu_group_tickets, icon: "ticket" },
  orders: { label: m.menu_group_orders, icon: "order" },
  gates: { label: m.menu_group_gates, icon: "gate" },
  cards: { label: m.menu_group_cards, icon: "card" },
  trade: { label: m.menu_group_trade, icon: "agency" },
  stock: { label: m.menu_group_stock, icon: "stock" },
  invoices: { label: m.menu_group_invoices, icon: "invoice" },
  theatre: { label: m.menu_group_theatre, icon: "theatre" },
  ski: { label: m.menu_group_ski, icon: "ski" },
  rental: { label: m.menu_group_rental, icon: "rental" },
  parking: { label: m.menu_group_parking, icon: "parking" },
  reports: { label: m.menu_group_reports, icon: "report" },
  organisation: { label: m.menu_group_organisation, icon: "people" },
  tenants: { label: m.menu_group_tenants, icon: "tenant", reserved: true },
  system: { label: m.menu_group_system, icon: "system", reserved: true },
} satisfies Record<string, MenuGroup>;

export type MenuGroupKey = keyof typeof declared;
export const menuGroups: Readonly<Record<MenuGroupKey, MenuGroup>> = declared;
