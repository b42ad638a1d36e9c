// Starts and stops the private PostgreSQL, Redis and mail sink of this checkout.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPorts, servicesDir, writePorts } from './ports.ts'
import type { Ports, ServiceName } from './ports.ts'
import { startPostgres, stopPostgres } from './postgres.ts'
import { isOurs, terminate } from './processes.ts'
import { startRedis } from './redis.ts'
import { startSmtp } from './smtp.ts'

export const serviceNames = ['postgres', 'redis', 'smtp'] as const satisfies ServiceName[]

/** Starts what is not running and leaves the rest alone. */
export async function startServices(): Promise<{ ports: Ports; started: ServiceName[] }> {
  return locked(async () => {
    const known = readPorts()
    const started: ServiceName[] = []
    async function keepOr<Name extends ServiceName>(
      name: Name,
      start: (port?: number) => Promise<Ports[Name]>,
    ): Promise<Ports[Name]> {
      const service = known[name]
      if (service && isOurs(service)) return service
      started.push(name)
      return start(service?.port)
    }
    const ports: Partial<Ports> = { ...known }
    // Written after each start: a failure in the second must not lose track of the first.
    ports.postgres = await keepOr('postgres', startPostgres)
    writePorts(ports)
    ports.redis = await keepOr('redis', (port) => startRedis(port))
    writePorts(ports)
    ports.smtp = await keepOr('smtp', startSmtp)
    writePorts(ports)
    return { ports: ports as Ports, started }
  })
}

/** Stops the servers that this checkout started; anything else is never signalled. */
export async function stopServices(): Promise<ServiceName[]> {
  return locked(async () => {
    const known = readPorts()
    const stopped: ServiceName[] = []
    for (const name of serviceNames) {
      const service = known[name]
      if (!service || !isOurs(service)) continue
      if (name === 'postgres') stopPostgres(service)
      else await terminate(service)
      stopped.push(name)
    }
    return stopped
  })
}

/** The services that run now. */
export function runningServices(): Partial<Ports> {
  const known = Object.entries(readPorts()).filter(([, service]) => isOurs(service))
  return Object.fromEntries(known)
}

// Two commands may start services at the same moment (tests beside `pnpm dev`).
async function locked<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(servicesDir, { recursive: true })
  const lockFile = join(servicesDir, 'lock')
  const deadline = Date.now() + 90_000
  while (!takeLock(lockFile)) {
    if (Date.now() > deadline) throw new Error(`another command holds ${lockFile}`)
    await sleep(100)
  }
  try {
    return await work()
  } finally {
    rmSync(lockFile)
  }
}

function takeLock(lockFile: string): boolean {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (!isAlive(readLock(lockFile))) rmSync(lockFile, { force: true })
    return false
  }
}

function readLock(lockFile: string): number | null {
  try {
    return Number(readFileSync(lockFile, 'utf8')) || null
  } catch {
    return null
  }
}

function isAlive(pid: number | null): boolean {
  // An empty lock file is one being written just now.
  if (pid === null) return true
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
