/** The holders' photographs, at the counter: from a file, or from the camera. */
import { Form } from "@remix-run/react";
import type { CardView } from "~/contract/card/counter";
import { m } from "~/contract/messages";
import { CameraShot } from "~/widgets/upload/camera-shot";
import { FileInput } from "~/widgets/upload/file-input";
import type { Chosen } from "~/widgets/upload/use-uploads";

/** As the card's own form takes them. */
export const mostPhotos = 9;

interface Props {
  card: CardView;
  photos: Chosen[];
  problem: string | undefined;
  path: string;
}

export function CardPhotos({ card: { id, rowVersion }, photos, problem, path }: Props) {
  return (
    <section className="card-step" aria-labelledby="card-photos">
      <h3 id="card-photos">{m.card_photos()}</h3>
      <Form method="post" action={`${path}?card=${id}`} encType="multipart/form-data" className="card-photos">
        <input type="hidden" name="cardId" value={id} />
        <input type="hidden" name="rowVersion" value={rowVersion} />
        <FileInput
          name="photos"
          label={m.card_photos()}
          accept="image"
          most={mostPhotos}
          files={photos}
          help={m.card_photos_help()}
          error={problem}
          capture="environment"
          beside={(add) => <CameraShot onTaken={(file) => add([file])} />}
        />
        <button className="button" name="intent" value="photos">
          {m.card_photos_save()}
        </button>
      </Form>
    </section>
  );
}
