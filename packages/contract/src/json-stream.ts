/** Streamed response data: plain JSON over HTTP, chunks of JSON text for in-process callers. */
export class JsonStream {
  readonly chunks: AsyncIterable<string>
  constructor(chunks: AsyncIterable<string>) {
    this.chunks = chunks
  }
}
