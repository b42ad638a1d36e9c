import type { Manifest } from '@stoa/plugin-kit/manifest'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createFrameReader, encodeFrame, FrameTooLarge, maxFrameBytes } from './frames.ts'
import { FromHost, type ToHost } from './host-messages.ts'

const maxHeapMb = 64
/** New objects are outside of this heap. By default, garbage alone could take as much again as the heap. */
const maxNewObjectsMb = 4
const maxMemoryMb = 192
const memoryCheckMs = 100
/** Of the checks that are made while no call runs: a check takes as long as three calls. */
const idleCheckShare = 10
/** Of what a process sends in one second, besides results of calls. The host program stays below them. */
const maxMessagesPerSecond = 400
const maxBytesPerSecond = 8 * 1024 * 1024
const maxOutputBytes = 1024 * 1024
/** While it loads. Then it gets the lowest priority. */
const startNiceness = 10

export type PluginProgram = {
  folder: string
  file: string
  messages: Manifest['messages']
  /** Whether it may open connections of its own. */
  hasSockets: boolean
  /** Keeps its priority: on a busy machine, others may wait for seconds. */
  isUrgent?: boolean
}

type Listeners = {
  onReady(): void
  onMessage(message: Exclude<FromHost, { type: 'ready' | 'failed' }>): void
  /** What Node itself writes, such as the error that ended the process. */
  onOutput(text: string): void
  /** `isStopped`: by `stop`. */
  onEnd(reason: string, isStopped: boolean): void
}

export type PluginProcess = {
  send(message: ToHost): void
  /** Ends it because of something that it did. */
  kill(reason: string): void
  stop(): Promise<void>
  memoryBytes(): number
  /** How long it could have run while other processes did. */
  runDelayMs(): number
  /** While calls run, it keeps this process alive. */
  setBusy(isBusy: boolean): void
}

const isSource = import.meta.url.endsWith('.ts')
const entry = fileURLToPath(
  new URL(isSource ? '../../plugin-host.ts' : './plugin-host.js', import.meta.url),
)

/** Runs the server code of a plugin in a process that may read its folder and nothing else. */
export function startPluginProcess(program: PluginProgram, listeners: Listeners): PluginProcess {
  const child = spawnHost(program.folder)
  const pipe = child.stdio[3] as Duplex
  let end: { reason: string; isStopped: boolean } | null = null
  const kill = (reason: string, isStopped = false) => {
    end ??= { reason, isStopped }
    child.kill('SIGKILL')
  }
  let isBusy = true
  let ticks = 0
  const timer = setInterval(() => {
    if (!isBusy && ++ticks % idleCheckShare !== 0) return
    if (readMemory(child.pid) > maxMemoryMb * 1024 * 1024)
      kill(`It used more than ${maxMemoryMb} MB of memory.`)
  }, memoryCheckMs).unref()
  const ended = whenEnded(child).then((reason) => {
    clearInterval(timer)
    listeners.onEnd(end?.reason ?? reason, end?.isStopped ?? false)
  })
  const send = (message: ToHost) => void (pipe.writable && pipe.write(encodeFrame(message)))
  const { file, messages, hasSockets, isUrgent = false } = program
  const lower = (niceness: number) => lowerPriority(child.pid, isUrgent ? 0 : niceness)
  receive(child, pipe, { listeners, kill, lower })
  lower(startNiceness)
  send({ type: 'start', file, messages, hasSockets })
  return {
    send,
    kill: (reason) => kill(reason),
    async stop() {
      kill('It was stopped.', true)
      // Without it, nothing would keep this process alive until the end.
      setReferenced(child, true)
      await ended
    },
    memoryBytes: () => readMemory(child.pid),
    runDelayMs: () => readNumber(child.pid, 'schedstat') / 1e6,
    setBusy(value) {
      isBusy = value
      setReferenced(child, value)
    },
  }
}

function spawnHost(folder: string) {
  const flags = [
    '--permission',
    ...[`${folder}/`, ...listProgramFiles()].map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${maxHeapMb}`,
    `--max-semi-space-size=${maxNewObjectsMb}`,
    '--no-addons',
    '--disable-sigusr1',
    '--disable-warning=SecurityWarning',
  ]
  const [program, args] = endWithParent([process.execPath, ...flags, entry])
  return spawn(program, args, {
    cwd: folder,
    // No secrets of the site.
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
}

/** Otherwise code that never waits would go on when the site is killed. Part of util-linux. */
function endWithParent([program, ...args]: [string, ...string[]]): [string, string[]] {
  const setpriv = '/usr/bin/setpriv'
  if (!existsSync(setpriv)) return [program, args]
  return [setpriv, ['--pdeathsig', 'KILL', '--', program, ...args]]
}

/** Without a bundle, the program consists of several files. */
function listProgramFiles() {
  if (!isSource) return [entry]
  const server = fileURLToPath(new URL('../../..', import.meta.url))
  const kit = fileURLToPath(new URL('..', import.meta.resolve('@stoa/plugin-kit/server')))
  const parts = ['package.json', 'src/platform/plugins/', 'node_modules/@stoa/plugin-kit']
  return [entry, kit, ...parts.map((part) => join(server, part))]
}

async function whenEnded(child: ChildProcess) {
  return await new Promise<string>((resolve) => {
    child.once('close', (code, signal) => resolve(`It ended with ${signal ?? `code ${code}`}.`))
    // A child that failed to start emits no other event.
    child.once('error', (error) => child.pid === undefined && resolve(error.message))
  })
}

type Handling = {
  listeners: Listeners
  kill(reason: string): void
  lower(niceness: number): void
}

function receive(child: ChildProcess, pipe: Duplex, { listeners, kill, lower }: Handling) {
  const isFlood = createFloodCheck()
  const read = createFrameReader(maxFrameBytes, (frame, bytes) => {
    const message = FromHost.parse(frame)
    const isResult = message.type === 'result' || message.type === 'error'
    if (!isResult && isFlood(bytes)) return kill('It sent too many messages at once.')
    if (message.type === 'failed') kill(`It could not be loaded: ${message.message}`)
    else if (message.type === 'ready') {
      lower(constants.priority.PRIORITY_LOW)
      listeners.onReady()
    } else listeners.onMessage(message)
  })
  pipe.on('data', (chunk: Buffer) => {
    if (child.killed) return
    try {
      read(chunk)
    } catch (error) {
      const isLarge = error instanceof FrameTooLarge
      kill(`It sent ${isLarge ? error.message : 'a message that is not valid'}.`)
    }
  })
  // Broken when the process has ended, which is handled there.
  pipe.on('error', () => {})
  let outputBytes = 0
  const onOutput = (chunk: Buffer) => {
    outputBytes += chunk.length
    if (outputBytes > maxOutputBytes) kill('It wrote too much output.')
    else listeners.onOutput(chunk.toString('utf8'))
  }
  child.stdout?.on('data', onOutput)
  child.stderr?.on('data', onOutput)
}

function createFloodCheck() {
  let second = 0
  let count = 0
  let total = 0
  return (bytes: number) => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) [second, count, total] = [now, 0, 0]
    count++
    total += bytes
    return count > maxMessagesPerSecond || total > maxBytesPerSecond
  }
}

function setReferenced(child: ChildProcess, isReferenced: boolean) {
  const change = isReferenced ? 'ref' : 'unref'
  child[change]()
  for (const stream of child.stdio)
    (stream as { ref?(): void; unref?(): void } | null)?.[change]?.()
}

/** Also makes it the first process that the kernel ends when memory runs out. */
function lowerPriority(pid: number | undefined, niceness: number) {
  if (pid === undefined) return
  try {
    setPriority(pid, niceness)
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // It has ended, or the system is not Linux.
  }
}

function readMemory(pid: number | undefined) {
  return readNumber(pid, 'statm') * 4096
}

/** The second number of a file of the process; 0 if it has ended, or the system is not Linux. */
function readNumber(pid: number | undefined, file: 'statm' | 'schedstat') {
  try {
    return Number(readFileSync(`/proc/${pid}/${file}`, 'utf8').split(' ')[1])
  } catch {
    return 0
  }
}
