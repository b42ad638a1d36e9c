import type { WriteLog } from './host-kit.ts'

/** What reaches the network. */
const removed = ['fetch', 'WebSocket', 'EventSource'] as const

/**
 * Leaves the plugin no way to the process, which could end the site with a signal, nor to the network. The permission model of
 * Node restricts neither.
 */
export function removeGlobals(writeLog: WriteLog) {
  for (const name of removed) Reflect.deleteProperty(globalThis, name)
  const { nextTick } = process
  const env = Object.freeze({ NODE_ENV: 'production' })
  replace('process', Object.freeze({ env, nextTick, platform: 'stoa', versions: {}, argv: [] }))
  replace('console', createConsole(writeLog))
}

function replace(name: string, value: object) {
  Object.defineProperty(globalThis, name, { value, configurable: false, writable: false })
}

/** That of Node has the streams of the process. */
function createConsole(writeLog: WriteLog) {
  const at =
    (level: 'info' | 'warn' | 'error') =>
    (...values: unknown[]) =>
      writeLog(level, values.map(toText).join(' '))
  const [info, warn, error] = [at('info'), at('warn'), at('error')]
  const none = () => {}
  return Object.freeze({
    log: info,
    info,
    debug: info,
    trace: info,
    warn,
    error,
    assert: none,
    time: none,
    timeEnd: none,
  })
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return value.stack ?? value.message
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}
