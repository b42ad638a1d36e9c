import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, rootDir, servicesDir } from './ports.ts'
import type { Service } from './ports.ts'

// Durability stays as in production (fsync, synchronous_commit): tests kill processes and count rows.
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
  asOwner('pg_ctl', [
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

/** At once is as by a power cut. */
export function stopPostgres(service: Service, how: 'fast' | 'immediate' = 'fast') {
  asOwner('pg_ctl', ['stop', '-D', service.dir, '-w', '-m', how])
}

/** A copy of a running server, ready to be started: it follows the server from then on. */
export function copyPostgres(service: Service, dir: string) {
  makeOwnedDir(dir)
  const whole = ['-R', '-X', 'stream', '-c', 'fast', '--no-sync']
  asOwner('pg_basebackup', ['-d', service.url, '-D', dir, ...whole])
}

function makeOwnedDir(dir: string) {
  mkdirSync(dir, { recursive: true })
  if (isRoot()) {
    const [uid, gid] = ownerIds()
    chownSync(dir, uid, gid)
  }
  chmodSync(dir, 0o700)
}

function createCluster(dir: string) {
  makeOwnedDir(dir)
  asOwner('initdb', [
    '-D',
    dir,
    '-U',
    'stoa',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ])
}

function postmasterPid(dir: string): number {
  return Number(readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[0])
}

// PostgreSQL refuses to run as root; then Debian's own `postgres` account owns the data.
function asOwner(program: string, args: string[]) {
  const command = [join(binDir(), program), ...args]
  if (isRoot())
    command.unshift('setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--')
  const [file = '', ...rest] = command
  try {
    // pg_ctl hands its output to the server, so a pipe would stay open as long as that runs.
    execFileSync(file, rest, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] })
  } catch (error) {
    throw new Error(`${program} failed in ${args.join(' ')}`, { cause: error })
  }
}

/** Inside .services, or under /var/tmp when the checkout is in a folder the owner cannot enter. */
function dataDir(): string {
  const inside = join(servicesDir, 'postgres')
  if (!isRoot() || ownerCanEnter(servicesDir)) return inside
  const name = createHash('sha256').update(rootDir).digest('hex').slice(0, 12)
  return join('/var/tmp', `stoa-services-${name}`, 'postgres')
}

function ownerCanEnter(dir: string): boolean {
  try {
    const as = ['--reuid=postgres', '--regid=postgres', '--init-groups', '--', 'test', '-x', dir]
    execFileSync('setpriv', as, { cwd: '/', stdio: 'ignore' })
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
