import { exportMyData } from '@stoa/contract/features/profile-settings'
import type { JsonStream } from '@stoa/contract/json-stream'
import { apiFrom } from '../../kernel/api.server.ts'
import type { Route } from './+types/data-download.ts'

export async function loader(args: Route.LoaderArgs) {
  // In-process calls of this endpoint return a stream.
  const { chunks } = (await apiFrom(args).call(exportMyData, {})) as unknown as JsonStream
  return new Response(toByteStream(chunks), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
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
        else controller.enqueue(encoder.encode(next.value))
      },
      async cancel() {
        await source.return?.()
      },
    },
    // No read-ahead: data is read only as fast as the client takes it.
    { highWaterMark: 0 },
  )
}
