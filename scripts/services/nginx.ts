import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, rootDir } from './ports.ts'
import { waitUntilReachable } from './reachable.ts'

export type Nginx = { origin: string; pid: number; stop(): Promise<void> }

type Instance = { port: number; folder: string }

/** Starts a private nginx that reads and writes only in a temporary folder. */
export async function startNginx(
  createConfiguration: (instance: Instance) => string,
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-nginx-'))
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  await writeFile(file, createConfiguration({ port, folder }))
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const globals = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; ${user}`
  const child = spawn(
    'nginx',
    ['-p', folder, '-e', `${folder}/error.log`, '-c', file, '-g', globals],
    {
      env: { PATH: `${process.env['PATH']}:/usr/sbin` },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const closed = new Promise<void>((resolve, reject) => {
    child.once('close', () => resolve())
    child.once('error', () => reject(new Error('nginx is missing: run scripts/setup')))
  })
  await Promise.race([waitUntilReachable(port), closed.then(() => throwStartError(folder))])
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await closed
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function throwStartError(folder: string): never {
  throw new Error(`nginx did not start:\n${readFileSync(join(folder, 'error.log'), 'utf8')}`)
}

/** Starts nginx with `deploy/nginx.conf` in front of a local site, with other ports and paths. */
export function startTier(sitePort: number, changes: readonly Change[] = []): Promise<Nginx> {
  const text = readFileSync(join(rootDir, 'deploy/nginx.conf'), 'utf8')
  return startNginx(({ port, folder }) =>
    replaceAll(text, [
      ['127.0.0.1:3000', `127.0.0.1:${sitePort}`],
      ['listen 8080', `listen 127.0.0.1:${port}`],
      ['/var/cache/nginx', folder],
      ['http {', `http {\n${temporaryPaths(folder)}`],
      ...changes,
    ]),
  )
}

type Change = readonly [from: string, to: string]

function replaceAll(text: string, changes: readonly Change[]) {
  return changes.reduce((result, [from, to]) => {
    if (result.split(from).length !== 2)
      throw new Error(`deploy/nginx.conf must contain "${from}" exactly once`)
    return result.replace(from, to)
  }, text)
}

/** The default paths are writable by root only. */
export const temporaryPaths = (folder: string) =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n')
