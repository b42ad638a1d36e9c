// A bare Fastify that answers what the product has answered: as bytes, after the same SQL, or after SQL and React.
import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import pg from 'pg'
import type { Recorded, TwinPlan } from './plan.ts'
import { toReact } from './page.ts'
import { portOf } from '../run/ports.ts'

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as TwinPlan
const pool = new pg.Pool({
  connectionString: plan.databaseUrl,
  max: 20,
  application_name: 'stoa-bench-twin',
  options: '-c jit=off',
})

/** The same names on all connections, so that each plans a statement once. */
const names = new Map<string, string>()
const nameOf = (text: string) => {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return name
}

type Runner = { query(query: { name: string; text: string; values: unknown[] }): Promise<unknown> }

async function replay({ statements }: Recorded) {
  const hasTransaction = statements.some(({ text }) => /^begin/i.test(text))
  const client = hasTransaction ? await pool.connect() : null
  const runner: Runner = client ?? pool
  try {
    for (const { text, values } of statements)
      await runner.query({ name: nameOf(text), text, values })
  } finally {
    client?.release()
  }
}

function answerer(recorded: Recorded): () => string | Buffer {
  const body = Buffer.from(recorded.body, 'base64')
  if (plan.kind === 'bytes') return () => body
  if (plan.kind === 'page') return toReact(body.toString('utf8'))
  const value: unknown = JSON.parse(body.toString('utf8'))
  return () => JSON.stringify(value)
}

const answers = new Map(
  plan.recorded.map((recorded) => [recorded.path, { recorded, answer: answerer(recorded) }]),
)
const app = fastify({ logger: false })
app.all('*', async (request, reply) => {
  const found = answers.get(request.url)
  if (found === undefined) return await reply.code(404).send()
  if (plan.kind !== 'bytes') await replay(found.recorded)
  for (const [name, value] of Object.entries(found.recorded.headers)) void reply.header(name, value)
  return await reply.send(found.answer())
})
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ port: portOf(app.server), msg: 'ready' }))
process.on('SIGTERM', () => process.exit(0))
