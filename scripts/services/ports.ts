// Where the private services of this checkout listen.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export const rootDir = join(import.meta.dirname, '..', '..')
export const servicesDir = join(rootDir, '.services')
const portsFile = join(servicesDir, 'ports.json')

export type Service = { port: number; url: string; pid: number; dir: string }
export type Ports = { postgres: Service; redis: Service; smtp: Service & { inboxDir: string } }
export type ServiceName = keyof Ports

/** Written by the last `pnpm services start`; the services may have stopped since. */
export function readPorts(): Partial<Ports> {
  try {
    return JSON.parse(readFileSync(portsFile, 'utf8')) as Partial<Ports>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

export function writePorts(ports: Partial<Ports>) {
  const tempFile = `${portsFile}.new`
  writeFileSync(tempFile, `${JSON.stringify(ports, null, 2)}\n`)
  renameSync(tempFile, portsFile)
}

/** Returns a free port, the preferred one if possible, so that URLs survive a restart. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await tryPort(preferred)) !== null) return preferred
  const port = await tryPort(0)
  if (port === null) throw new Error('no free port on 127.0.0.1')
  return port
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : null))
    })
  })
}
