/** The part of basic configuration that is of car parks (`/basicConfiguration?sysBusType=17`). */
import { useActionData, useNavigation } from "@remix-run/react";
import { m } from "~/contract/messages";
import { FormNotice } from "~/form/form-notice";
import { ConfigurationForm } from "./configuration-form";
import type { ConfigurationRefused, loadConfiguration } from "./configuration-form.server";
import "../card/counter.css";

interface Props {
  loaded: Awaited<ReturnType<typeof loadConfiguration>>;
}

export function ParkingConfiguration({ loaded: { title, ...kept } }: Props) {
  const answered = useActionData() as ConfigurationRefused | undefined;
  const errors = answered?.errors ?? {};
  return (
    <div className="page" aria-busy={useNavigation().state !== "idle"}>
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <FormNotice
        notice={answered?.notice}
        errors={Object.keys(errors).length > 0 ? { "": [m.engine_check_errors()] } : undefined}
      />
      <ConfigurationForm kept={kept} typed={answered?.typed ?? {}} errors={errors} />
    </div>
  );
}
