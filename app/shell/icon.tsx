/** A symbol of the sprite: one cached file for all icons. They decorate; the text beside them tells. */
import sprite from "./icons.svg?url";

export function Icon({ name, className = "icon" }: { name: string; className?: string }) {
  return (
    <svg className={className} aria-hidden="true" focusable="false">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
