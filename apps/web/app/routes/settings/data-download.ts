import { exportMyData } from '@stoa/contract/features/profile'
import type { JsonStream } from '@stoa/contract/json-stream'
import { apiFrom } from '../../kernel/api.server.ts'
import type { Route } from './+types/data-download.ts'

/** Everything the site keeps about whoever asks, as a file. */
export async function loader(args: Route.LoaderArgs) {
  // Loaders call in process, where this endpoint answers with a stream.
  const { pieces } = (await apiFrom(args).call(exportMyData, {})) as unknown as JsonStream
  return new Response(toBytes(pieces), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    },
  })
}

function toBytes(pieces: AsyncIterable<string>) {
  const source = pieces[Symbol.asyncIterator]()
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
    // Nothing is read ahead of the client.
    { highWaterMark: 0 },
  )
}
