import { startProduct } from '../program.ts'
import type { Recorded } from '../twins/plan.ts'
import { startRecorder } from './recorder.ts'
import type { Request } from './requests.ts'
import { addressOf } from './wrk.ts'

/** A product whose statements are noted. */
export async function startRecording(databaseUrl: string) {
  const recorder = await startRecorder(databaseUrl)
  const product = await startProduct(recorder.url, { STOA_LOG_LEVEL: 'info' })
  let asked = 60_000
  const send = async ({ path, headers = {} }: Request) =>
    await fetch(`${product.origin}${path}`, {
      headers: { 'accept-encoding': 'identity', 'x-forwarded-for': addressOf(asked++), ...headers },
      redirect: 'manual',
    })
  return {
    /** What each request costs once it is warm: the second time it is sent. */
    async record(requests: readonly Request[]): Promise<Recorded[]> {
      const byPath = new Map(requests.map((request) => [request.path, request]))
      const recorded: Recorded[] = []
      for (const request of byPath.values()) {
        await (await send(request)).arrayBuffer()
        recorder.take()
        const reply = await send(request)
        const body = Buffer.from(await reply.arrayBuffer())
        if (reply.status !== 200)
          throw new Error(`${request.path}: ${reply.status} ${body.toString()}`)
        recorded.push({
          path: request.path,
          statements: recorder.take(),
          headers: { 'content-type': reply.headers.get('content-type') ?? '' },
          body: body.toString('base64'),
        })
      }
      return recorded
    },
    async stop() {
      await product.stop()
      recorder.close()
    },
  }
}

export const plainOf = ({ body }: Recorded) => Buffer.from(body, 'base64')
