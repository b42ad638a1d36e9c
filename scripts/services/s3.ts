import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, rootDir } from './ports.ts'
import { waitUntilReachable } from './reachable.ts'

export type S3 = {
  url: string
  port: number
  accessKey: string
  secretKey: string
  /** Objects are files below it. */
  bucketDir: string
  bucket: string
  /** Also closes its connections. The objects stay. */
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

/** For the hooks of tests: the server may still be built. */
export const s3StartMs = 20 * 60_000

const bucket = 'stoa-files'
const accessKey = 'test-key'
const secretKey = 'test-secret-of-the-store'

/** A private S3 server with an empty bucket, whose objects are in a temporary folder. */
export async function startS3(): Promise<S3> {
  const program = await installServer()
  const folder = mkdtempSync(join(tmpdir(), 'stoa-s3-'))
  const bucketDir = join(folder, bucket)
  mkdirSync(bucketDir)
  const port = await freePort()
  let stop = async () => {}
  const start = async () => {
    const args = ['--port', `127.0.0.1:${port}`, '--quiet', '--keep-alive', 'posix', folder]
    const child = spawn(program, args, {
      env: { ROOT_ACCESS_KEY: accessKey, ROOT_SECRET_KEY: secretKey },
      stdio: 'ignore',
    })
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
    stop = async () => {
      child.kill('SIGKILL')
      await closed
    }
    const ended = closed.then(() => {
      throw new Error('the S3 server ended')
    })
    ended.catch(() => {})
    await Promise.race([waitUntilReachable(port), ended])
  }
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    accessKey,
    secretKey,
    bucket,
    bucketDir,
    start,
    stop: () => stop(),
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Built once for each checkout, which takes minutes; `scripts/setup` starts it early. */
async function installServer(): Promise<string> {
  const child = spawn(join(rootDir, 'scripts/tools/install-s3-server'), [], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let path = ''
  let errors = ''
  child.stdout.on('data', (bytes: Buffer) => (path += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`the S3 server could not be built:\n${errors}`)
  return path.trim()
}
