import type { JsonStream } from '@stoa/contract/json-stream'

type Download = { name: string; type: string }

/** For endpoints that return a text: in-process calls of these return a stream, the chunks of one JSON string. */
export function toTextDownload(response: unknown, { name, type }: Download) {
  const { chunks } = response as JsonStream
  return new Response(toByteStream(chunks), {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}

function toByteStream(chunks: AsyncIterable<string>) {
  const source = chunks[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await source.next()
        if (next.done === true) controller.close()
        else controller.enqueue(encoder.encode(toText(next.value)))
      },
      async cancel() {
        await source.return?.()
      },
    },
    // No read-ahead: data is read only as fast as the client takes it.
    { highWaterMark: 0 },
  )
}

/** The first and the last chunk are the quotes of the string. */
function toText(chunk: string): string {
  return chunk === '"' ? '' : (JSON.parse(`"${chunk}"`) as string)
}
