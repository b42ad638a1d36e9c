import { slotNames } from '@stoa/plugin-kit/slots'
import type { aPackage } from './plugins.ts'

type Source = Parameters<typeof aPackage>[0]

export type HostilePlugin = {
  source: Source
  /** The reason with which the site disables it. */
  fault: RegExp
}

const functions = [{ name: 'run', access: 'visitor' }]

/** What the site leaves of the HTML that has scripts. */
export const marker = 'harmless text of a hostile plugin'

export const runsForVisitors = { functions }

/** A plugin whose function does something that it must not. */
function hostile(slug: string, fault: RegExp, server: string, rest: Partial<Source> = {}) {
  return { fault, source: { slug, server, provides: { functions }, ...rest } }
}

/** Tries each of these, and fails with what did not work. Says what worked in its result. */
const tryAll = (attempts: Record<string, string>) => `
  const attempts = { ${Object.entries(attempts)
    .map(([name, code]) => `${JSON.stringify(name)}: async () => { ${code} }`)
    .join(',\n')} }
  export default { functions: { async run() {
    const worked = []
    for (const [name, attempt] of Object.entries(attempts)) {
      try { await attempt(); worked.push(name) } catch {}
    }
    if (worked.length === 0) throw new Error('nothing worked')
    return worked
  } } }`

const node = (name: string) =>
  `(process.getBuiltinModule?.('${name}') ?? await import('node:${name}'))`
const require = `import.meta.require ?? globalThis.require ?? (await import('node:module')).createRequire('/')`

/** The file with the secrets of the site, and the program of another plugin. */
export type Targets = { secretFile: string; otherPlugin: string }

export function hostilePlugins({ secretFile, otherPlugin }: Targets): HostilePlugin[] {
  const script = `<b>${marker}</b><script>globalThis.hostile = 1</script><img src=x onerror="hostile = 1">
    <a href="javascript:hostile = 1">link</a><style>body { display: none } /* hostile = 1 */</style>`
  return [
    hostile(
      'endless-loop',
      /does not respond|took longer/,
      `export default { functions: { run() { for (;;) {} } } }`,
    ),
    hostile(
      'memory-bomb',
      /more than 192 MB/,
      `const kept = []
       export default { functions: { async run() {
         for (;;) { kept.push(Buffer.alloc(8 * 1024 * 1024, 1)); await new Promise(setImmediate) }
       } } }`,
    ),
    hostile(
      'unhandled-rejection',
      /ended with code 1/,
      `export default { functions: { run() { Promise.reject(new Error('nobody listens')); return 1 } } }`,
    ),
    hostile(
      'huge-output',
      /Too large/,
      `export default { functions: { run() {
         for (let at = 0; at < 1000; at++) console.log('x'.repeat(1_000_000))
         return 'x'.repeat(16 * 1024 * 1024)
       } } }`,
    ),
    hostile(
      'slow-start',
      /did not start/,
      `await new Promise(() => {}); export default { functions: { run: () => 1 } }`,
    ),
    hostile(
      'path-escape',
      /nothing worked/,
      tryAll({
        parent: `await import('../../../../package.json')`,
        absolute: `await import('file://${secretFile}')`,
        other: `await import('file://${otherPlugin}')`,
        encoded: `await import('./%2e%2e/%2e%2e/server.js')`,
        data: `await import('data:text/javascript,export default 1')`,
        fetch: `await fetch('file://${secretFile}')`,
        write: `const fs = ${node('fs')}; fs.writeFileSync('escaped.txt', 'x')`,
      }),
    ),
    hostile(
      'script-injection',
      /Too many/,
      `const slots = Object.fromEntries(${JSON.stringify(slotNames)}.map((name) => [name, () => ${JSON.stringify(script)}]))
       export default { slots, page: () => ({ title: ${JSON.stringify(script)}, html: ${JSON.stringify(script)} }),
         functions: { run() { throw new Error('Too many scripts') } } }`,
      {
        provides: { functions, slots: slotNames },
        manifest: { pages: [{ path: '', title: 'Hostile' }] },
      },
    ),
    hostile(
      'lying-settings',
      /./,
      `export default { checkSettings: () => 'all fine', functions: { run: () => {
         const value = []; let inner = value
         for (let depth = 0; depth < 100_000; depth++) { const next = []; inner.push(next); inner = next }
         return value
       } } }`,
      {
        manifest: {
          settings: [{ name: 'count', type: 'switch', title: 'A switch', default: 'not a switch' }],
        },
      },
    ),
    hostile(
      'event-storm',
      /./,
      `export default { functions: { async run(input, kit) {
         for (;;) {
           kit.storage.set('key', 'x'.repeat(60_000)).catch(() => {})
           kit.log.error('x'.repeat(100_000))
           await null
         }
       } } }`,
      { manifest: { permissions: { storage: true } } },
    ),
    hostile(
      'fork',
      /nothing worked/,
      tryAll({
        spawn: `const { spawnSync } = ${node('child_process')}; spawnSync('true')`,
        worker: `const { Worker } = ${node('worker_threads')}; new Worker('1', { eval: true })`,
        cluster: `const cluster = ${node('cluster')}; cluster.fork()`,
        kill: `process.kill(process.ppid, 'SIGKILL')`,
        exit: `process.exit(0)`,
        binding: `process.binding('spawn_sync')`,
        require: `(${require})('child_process')`,
      }),
    ),
    hostile(
      'secrets',
      /nothing worked/,
      tryAll({
        environment: `if (Object.keys(process.env).length < 2) throw new Error()`,
        file: `const fs = ${node('fs')}; fs.readFileSync(${JSON.stringify(secretFile)})`,
        parent: `const fs = ${node('fs')}; fs.readFileSync('/proc/self/environ')`,
        arguments: `if (process.execPath === undefined) throw new Error()`,
        socket: `const net = ${node('net')}; net.connect(5432)`,
        stream: `new (Object.getPrototypeOf(console._stdout ?? process.stdout).constructor)()`,
        storage: `await kit.storage.list('')`,
        network: `await fetch('http://127.0.0.1/')`,
      }),
    ),
  ]
}
