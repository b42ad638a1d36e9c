// A bare Fastify that replays recorded responses: as bytes, after the same SQL, or after SQL and React.
import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import pg from 'pg'
import type { RecordedResponse, BaselinePlan } from './plan.ts'
import { toReact } from './page.ts'
import { portOf } from '../run/ports.ts'

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BaselinePlan
const pool = new pg.Pool({
  connectionString: plan.databaseUrl,
  max: 20,
  application_name: 'stoa-bench-baseline',
  options: '-c jit=off',
})

/** Named statements, so that each connection plans them once. */
const names = new Map<string, string>()
const nameOf = (text: string) => {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return name
}

type QueryRunner = {
  query(query: { name: string; text: string; values: unknown[] }): Promise<unknown>
}

async function replay({ statements }: RecordedResponse) {
  const hasTransaction = statements.some(({ text }) => /^begin/i.test(text))
  const client = hasTransaction ? await pool.connect() : null
  const runner: QueryRunner = client ?? pool
  try {
    for (const { text, values } of statements)
      await runner.query({ name: nameOf(text), text, values })
  } finally {
    client?.release()
  }
}

function createResponder(recorded: RecordedResponse): () => string | Buffer {
  const body = Buffer.from(recorded.body, 'base64')
  if (plan.kind === 'bytes') return () => body
  if (plan.kind === 'page') return toReact(body.toString('utf8'))
  const value: unknown = JSON.parse(body.toString('utf8'))
  return () => JSON.stringify(value)
}

const responders = new Map(
  plan.recorded.map((recorded) => [
    recorded.path,
    { recorded, respond: createResponder(recorded) },
  ]),
)
const app = fastify({ logger: false })
app.all('*', async (request, reply) => {
  const responder = responders.get(request.url)
  if (responder === undefined) return await reply.code(404).send()
  if (plan.kind !== 'bytes') await replay(responder.recorded)
  for (const [name, value] of Object.entries(responder.recorded.headers))
    void reply.header(name, value)
  return await reply.send(responder.respond())
})
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ port: portOf(app.server), msg: 'ready' }))
process.on('SIGTERM', () => process.exit(0))
