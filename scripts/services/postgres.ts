import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
} from 'node:fs'
import { join } from 'node:path'
import { freePort, rootDir, servicesDir } from './ports.ts'
import type { Service } from './ports.ts'

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  log_min_messages: 'warning',
  timezone: 'UTC',
}

export async function startPostgres(preferredPort?: number, dir = dataDir()): Promise<Service> {
  if (!existsSync(join(dir, 'PG_VERSION'))) createCluster(dir)
  const port = await freePort(preferredPort)
  const options = Object.entries({ ...settings, port: String(port) })
  const flags = options.map(([name, value]) => `-c ${name}='${value}'`).join(' ')
  runAsOwner('pg_ctl', [
    'start',
    '-D',
    dir,
    '-w',
    '-t',
    '60',
    '-l',
    join(dir, 'server.log'),
    '-o',
    flags,
  ])
  return { port, url: `postgres://stoa@127.0.0.1:${port}/postgres`, pid: postmasterPid(dir), dir }
}

/** `immediate` simulates a crash. */
export function stopPostgres(service: Service, mode: 'fast' | 'immediate' = 'fast') {
  runAsOwner('pg_ctl', ['stop', '-D', service.dir, '-w', '-m', mode])
}

/** Creates the data folder of a replica of a running server. */
export function copyPostgres(service: Service, dir: string) {
  createOwnedDir(dir)
  const options = ['-R', '-X', 'stream', '-c', 'fast', '--no-sync']
  runAsOwner('pg_basebackup', ['-d', service.url, '-D', dir, ...options])
}

function createOwnedDir(dir: string) {
  mkdirSync(dir, { recursive: true })
  if (isRoot()) {
    const [uid, gid] = ownerIds()
    chownSync(dir, uid, gid)
  }
  chmodSync(dir, 0o700)
}

function createCluster(dir: string) {
  createOwnedDir(dir)
  runAsOwner('initdb', [
    '-D',
    dir,
    '-U',
    'stoa',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ])
  // Tests kill processes and check the data: commits must reach the operating system, but not the disk, which can be slow.
  // In the file, so that benchmarks can change it while the server runs.
  appendFileSync(join(dir, 'postgresql.conf'), 'fsync = off\n')
}

function postmasterPid(dir: string): number {
  return Number(readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[0])
}

// PostgreSQL does not run as root; then Debian's `postgres` account owns the data.
function runAsOwner(program: string, args: string[]) {
  const command = [join(binDir(), program), ...args]
  if (isRoot())
    command.unshift('setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--')
  const [file = '', ...rest] = command
  try {
    // The server inherits the output of pg_ctl, so a pipe would stay open while the server runs.
    execFileSync(file, rest, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] })
  } catch (error) {
    throw new Error(`${program} failed in ${args.join(' ')}`, { cause: error })
  }
}

/** In .services, or in /var/tmp when the owner has no access to the checkout. */
function dataDir(): string {
  const inside = join(servicesDir, 'postgres')
  if (!isRoot() || canOwnerEnter(servicesDir)) return inside
  const name = createHash('sha256').update(rootDir).digest('hex').slice(0, 12)
  return join('/var/tmp', `stoa-services-${name}`, 'postgres')
}

function canOwnerEnter(dir: string): boolean {
  try {
    const args = ['--reuid=postgres', '--regid=postgres', '--init-groups', '--', 'test', '-x', dir]
    execFileSync('setpriv', args, { cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function ownerIds(): [number, number] {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return [id('-u'), id('-g')]
}

function binDir(): string {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base)
    ? readdirSync(base)
        .map(Number)
        .filter((v) => v >= 15)
    : []
  const newestFirst = versions.toSorted((a, b) => b - a)
  for (const version of newestFirst) {
    const dir = join(base, String(version), 'bin')
    if (existsSync(join(dir, 'initdb'))) return dir
  }
  throw new Error('PostgreSQL 15 or newer is not installed; run ./scripts/setup')
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}
