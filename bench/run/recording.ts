import { startProduct } from '../program.ts'
import type { RecordedResponse } from '../baselines/plan.ts'
import { startRecorder } from './recorder.ts'
import type { Request } from './requests.ts'
import { ipOf } from './wrk.ts'

export async function startRecording(databaseUrl: string) {
  const recorder = await startRecorder(databaseUrl)
  const product = await startProduct(recorder.url, { STOA_LOG_LEVEL: 'info' })
  let ipCount = 60_000
  const send = async ({ path, headers = {} }: Request) =>
    await fetch(`${product.origin}${path}`, {
      headers: { 'accept-encoding': 'identity', 'x-forwarded-for': ipOf(ipCount++), ...headers },
      redirect: 'manual',
    })
  return {
    /** Records the second request, when caches are warm. */
    async record(requests: readonly Request[]): Promise<RecordedResponse[]> {
      const byPath = new Map(requests.map((request) => [request.path, request]))
      const recordings: RecordedResponse[] = []
      for (const request of byPath.values()) {
        await (await send(request)).arrayBuffer()
        recorder.take()
        const response = await send(request)
        const body = Buffer.from(await response.arrayBuffer())
        if (response.status !== 200)
          throw new Error(`${request.path}: ${response.status} ${body.toString()}`)
        recordings.push({
          path: request.path,
          statements: recorder.take(),
          headers: { 'content-type': response.headers.get('content-type') ?? '' },
          body: body.toString('base64'),
        })
      }
      return recordings
    },
    async stop() {
      await product.stop()
      recorder.close()
    },
  }
}

export const toPlainBody = ({ body }: RecordedResponse) => Buffer.from(body, 'base64')
