/** The SaaS edition with what its top bar and drawers show, laid into a console's data before it starts. */
import path from "node:path";
import { openDatabase } from "~server/backend/db/database";

export async function arrangeSaas(dataDir: string, applications = "https://apps.example.com"): Promise<void> {
  const database = await openDatabase({ dataDir: path.resolve(dataDir) });
  const run = (text: string, values: unknown[] = []) => database.pool.query(text, values);
  const parameters = {
    isSaasEdition: "T",
    supportPhone: "400-820-0001",
    onlineConsultUrl: "https://consult.example.com/",
    userCenterUrl: "https://user.example.com/",
  };
  for (const [code, option] of Object.entries(parameters)) {
    await run("delete from sys_param where corp_code = '0001' and param_code = $1", [code]);
    await run("insert into sys_param (corp_code, param_code, param_option) values ('0001', $1, $2)", [code, option]);
  }
  const apps: [code: string, name: string, openStatus: number, status: number, daysLeft: number | null][] = [
    ["mall", "文创商城", 0, 2, 200],
    ["park", "智慧停车", 0, 0, 400],
    ["tour", "研学平台", 0, 0, 12],
    ["cine", "影院管理", 0, 0, -3],
    ["ski", "滑雪票务", 1, 0, null],
  ];
  for (const [code, name, openStatus, status, daysLeft] of apps) {
    await run(
      `insert into corp_application
         (corp_code, app_code, app_name, open_status, status, app_auth_url, product_type_code, app_type, expiration_day)
       values ('0001', $1, $2, $3, $4, $5, 'P1', '1', current_date + $6::int)`,
      [code, name, openStatus, status, `${applications}/${code}`, daysLeft],
    );
    await run(
      "insert into access_app (corp_code, code, name, origin, secret) values ('0001', $1, $2, $3, 'plain-of-old')",
      [code, name, applications],
    );
  }
  for (const [name, url] of [
    ["今日订单", "/order/networkOrderList"],
    ["气象预警", "https://weather.example.com/"],
  ])
    await run("insert into quick_link (corp_code, name, url) values ('0001', $1, $2)", [name, url]);
  await database.close();
}
