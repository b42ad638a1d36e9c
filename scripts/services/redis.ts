import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, servicesDir } from './ports.ts'
import type { Service } from './ports.ts'
import { spawnDetached, waitUntilListening } from './processes.ts'

/** Starts Redis without persistence, because Stoa uses it only as a cache. */
export async function startRedis(
  preferredPort?: number,
  dir = join(servicesDir, 'redis'),
): Promise<Service> {
  mkdirSync(dir, { recursive: true })
  const port = await freePort(preferredPort)
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--dir', dir]
  const pid = spawnDetached('redis-server', [...args, '--save', '', '--appendonly', 'no'], dir)
  const service = { port, url: `redis://127.0.0.1:${port}`, pid, dir }
  await waitUntilListening(service)
  return service
}
