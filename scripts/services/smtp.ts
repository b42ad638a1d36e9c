import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, servicesDir } from './ports.ts'
import type { Ports } from './ports.ts'
import { spawnDetached, waitUntilListening } from './processes.ts'

/** Starts the test SMTP server in its own process, with an empty inbox. */
export async function startSmtp(preferredPort?: number): Promise<Ports['smtp']> {
  const dir = join(servicesDir, 'smtp')
  const inboxDir = join(servicesDir, 'inbox')
  rmSync(inboxDir, { recursive: true, force: true })
  mkdirSync(inboxDir, { recursive: true })
  mkdirSync(dir, { recursive: true })
  const port = await freePort(preferredPort)
  const sink = join(import.meta.dirname, 'sink.ts')
  const pid = spawnDetached(process.execPath, [sink, String(port), inboxDir], dir)
  const service = { port, url: `smtp://127.0.0.1:${port}`, pid, dir, inboxDir }
  await waitUntilListening(service)
  return service
}
