/** The store cannot do it now, or not at all; what it says is for the log. */
export class StoreFailed extends Error {
  override readonly name = "StoreFailed";
}
