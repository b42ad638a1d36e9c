import { exportMyData } from '@stoa/contract/features/profile'
import type { JsonStream } from '@stoa/contract/json-stream'
import { apiFrom } from '../../kernel/api.server.ts'
import type { Route } from './+types/data-download.ts'

/** Everything the site keeps about whoever asks, as a file. */
export async function loader(args: Route.LoaderArgs) {
  // Loaders call in process, where this endpoint answers with a stream.
  const { pieces } = (await apiFrom(args).call(exportMyData, {})) as unknown as JsonStream
  return new Response(ReadableStream.from(pieces).pipeThrough(new TextEncoderStream()), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    },
  })
}
