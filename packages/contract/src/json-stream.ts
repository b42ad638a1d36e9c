/**
 * Data of a response that is written while it is read. Over HTTP it is plain JSON; callers in the same process get its
 * pieces, which are JSON when put together.
 */
export class JsonStream {
  readonly pieces: AsyncIterable<string>
  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}
