import { exportStaffLog } from '@stoa/contract/features/staff-log'
import type { JsonStream } from '@stoa/contract/json-stream'
import { readStaffLogFilters } from '../../features/community/staff-log/staff-log-query.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import type { Route } from './+types/log-download.ts'

export async function loader(args: Route.LoaderArgs) {
  const filters = readStaffLogFilters(new URL(args.request.url).searchParams)
  // In-process calls of this endpoint return a stream.
  const { chunks } = (await apiFrom(args).call(exportStaffLog, filters)) as unknown as JsonStream
  return new Response(toByteStream(chunks), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="staff-log.csv"',
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

/** The chunks are parts of one JSON string; the first and the last are its quotes. */
function toText(chunk: string): string {
  return chunk === '"' ? '' : (JSON.parse(`"${chunk}"`) as string)
}
