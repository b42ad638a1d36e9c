// `pnpm servers [name ...]`: starts servers of other projects one after the other, runs the tests that need them, and stops them.
import { join } from 'node:path'
import { runLimited } from '../ci/run-limited.ts'
import { rootDir } from '../services/ports.ts'
import { startServices } from '../services/services.ts'
import { servers } from './servers.ts'
import type { TestServer } from './test-server.ts'

const testsMs = 30 * 60_000

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(servers, name))
if (unknown.length > 0) {
  console.error(`usage: pnpm servers [${Object.keys(servers).join('|')}]`)
  process.exit(2)
}

await startServices()
for (const [name, server] of Object.entries(servers)) {
  if (names.length > 0 && !names.includes(name)) continue
  if (!(await testWith(name, server))) process.exitCode = 1
}

async function testWith(name: string, { variable, tests, start }: TestServer): Promise<boolean> {
  const startedAt = performance.now()
  const { url, stop } = await start()
  console.log(`${name} is ready after ${secondsSince(startedAt)} s: ${url}`)
  // Ctrl-C reaches this process only.
  const interrupt = () => void stop().then(() => process.exit(130))
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    // Tests change the server, such as its keys.
    const { ok } = await runLimited(
      [join(rootDir, 'node_modules/.bin/vitest'), 'run', '--no-file-parallelism', ...tests],
      {
        cwd: rootDir,
        env: { ...process.env, [variable]: url },
        limitMs: testsMs,
      },
    )
    return ok
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    await stop()
  }
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(0)
}
