import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildProduct } from '../scripts/build/product.ts'
import { serverBundle } from '../scripts/build/server.ts'

export type Env = Record<string, string>

export async function run(args: readonly string[], env: Env) {
  await buildProduct()
  const child = spawn(process.execPath, [serverBundle, ...args], {
    env: productEnv(env),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`stoa ${args[0]} exited with ${code}`)
}

function productEnv(env: Env): Env {
  const { PATH = '' } = process.env
  return { PATH, NODE_ENV: 'production', ...env }
}

export type Server = { origin: string; pid: number; stop(): Promise<void> }

/** Starts a production server and waits until it is ready. */
export async function startProduct(
  databaseUrl: string,
  env: Env = {},
  /** `all` also runs jobs. */
  command: 'serve' | 'all' = 'serve',
): Promise<Server> {
  const files = mkdtempSync(join(tmpdir(), 'stoa-bench-files-'))
  return await startServer(['--expose-gc', serverBundle, command], {
    STOA_DATABASE_URL: databaseUrl,
    STOA_PORT: '0',
    STOA_FILES_DIR: files,
    STOA_PAGE_STORE_DIR: join(files, 'pages'),
    // Trusts X-Forwarded-For, because a single IP would get captchas.
    STOA_TRUST_PROXY: '127.0.0.1',
    STOA_READ_LIMITS: 'false',
    ...env,
  })
}

/** Starts a Node program that prints `"port":n` when it is ready. */
export async function startServer(args: readonly string[], env: Env): Promise<Server> {
  const child = spawn(process.execPath, args, {
    env: productEnv(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const output = { tail: '' }
  child.stdout.on('data', (bytes: Buffer) => {
    output.tail = (output.tail + bytes.toString()).slice(-4_000)
  })
  const port = await Promise.race([
    portFrom(child, output),
    closed.then(() => {
      throw new Error(`${args.join(' ')} exited before it was ready:\n${output.tail}`)
    }),
  ])
  let isStopped = false
  child.once('close', (code, signal) => {
    if (!isStopped)
      console.error(`${args.join(' ')} exited with ${code ?? signal}:\n${output.tail}`)
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      isStopped = true
      child.kill('SIGTERM')
      await closed
    },
  }
}

function portFrom(child: ChildProcess, output: { tail: string }) {
  return new Promise<number>((resolve) => {
    child.stdout?.on('data', function read() {
      const ready = /^\{.*"port":(\d+).*"msg":"ready"\}$/m.exec(output.tail)
      if (ready === null) return
      child.stdout?.off('data', read)
      resolve(Number(ready[1]))
    })
  })
}
