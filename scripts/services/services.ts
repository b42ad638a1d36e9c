// Starts and stops the private PostgreSQL, Redis and SMTP server of this checkout.
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

/** Starts the services that are not running. */
export async function startServices(): Promise<{ ports: Ports; started: ServiceName[] }> {
  return withLock(async () => {
    const previous = readPorts()
    const started: ServiceName[] = []
    async function reuseOrStart<Name extends ServiceName>(
      name: Name,
      start: (port?: number) => Promise<Ports[Name]>,
    ): Promise<Ports[Name]> {
      const service = previous[name]
      if (service && isOurs(service)) return service
      started.push(name)
      return start(service?.port)
    }
    const ports: Partial<Ports> = { ...previous }
    // Written after each start, so that a later failure does not lose track of earlier services.
    ports.postgres = await reuseOrStart('postgres', startPostgres)
    writePorts(ports)
    ports.redis = await reuseOrStart('redis', (port) => startRedis(port))
    writePorts(ports)
    ports.smtp = await reuseOrStart('smtp', startSmtp)
    writePorts(ports)
    return { ports: ports as Ports, started }
  })
}

/** Stops the services of this checkout and no other process. */
export async function stopServices(): Promise<ServiceName[]> {
  return withLock(async () => {
    const ports = readPorts()
    const stopped: ServiceName[] = []
    for (const name of serviceNames) {
      const service = ports[name]
      if (!service || !isOurs(service)) continue
      if (name === 'postgres') stopPostgres(service)
      else await terminate(service)
      stopped.push(name)
    }
    return stopped
  })
}

export function runningServices(): Partial<Ports> {
  return Object.fromEntries(Object.entries(readPorts()).filter(([, service]) => isOurs(service)))
}

// Two commands may start services at the same time (tests and `pnpm dev`).
async function withLock<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(servicesDir, { recursive: true })
  const lockFile = join(servicesDir, 'lock')
  const deadline = Date.now() + 90_000
  while (!tryLock(lockFile)) {
    if (Date.now() > deadline) throw new Error(`another command holds ${lockFile}`)
    await sleep(100)
  }
  try {
    return await work()
  } finally {
    rmSync(lockFile)
  }
}

function tryLock(lockFile: string): boolean {
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
  // An empty lock file is being written.
  if (pid === null) return true
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
