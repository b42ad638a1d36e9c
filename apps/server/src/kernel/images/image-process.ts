import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment } from '../config.ts'
import type { ImageLimits, JobMessage, JobReply } from './image-job.ts'

type Cause = 'cpu' | 'memory' | 'time' | 'crash'

/** A job used more than it may, or took the image process down with it. */
export class ImageTooCostly extends Error {
  readonly limit: Cause
  constructor(limit: Cause) {
    super(`image job stopped: ${limit}`)
    this.name = 'ImageTooCostly'
    this.limit = limit
  }
}

type Done = Extract<JobReply, { output: unknown }>

export type ImageProcess = {
  readonly isRunning: boolean
  run(message: JobMessage): Promise<Done>
  end(): Promise<void>
}

/** The child watches its own CPU time and memory; this is for one that no longer does. */
const wallMs = 120_000

/** Beside this module in the source, beside the program in the build. */
const entry = new URL(
  import.meta.url.endsWith('.ts') ? '../../image-worker.ts' : './image-worker.js',
  import.meta.url,
)

export function startImageProcess(limits: ImageLimits): ImageProcess {
  const scratchDir = mkdtempSync(join(tmpdir(), 'stoa-images-'))
  const child = fork(entry, [JSON.stringify({ limits, scratchDir })], {
    execArgv: ['--max-old-space-size=128'],
    env: childEnvironment(scratchDir),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let isRunning = true
  const exited = new Promise<void>((resolve) => {
    const close = () => {
      isRunning = false
      rmSync(scratchDir, { recursive: true, force: true })
      resolve()
    }
    child.once('exit', close)
    // Not started at all: no exit follows.
    child.once('error', () => child.pid === undefined && close())
  })
  hold(child, false)
  return {
    get isRunning() {
      return isRunning
    },
    async run(message) {
      hold(child, true)
      try {
        return await exchange(child, message)
      } finally {
        hold(child, false)
      }
    },
    async end() {
      isRunning = false
      hold(child, true)
      if (child.connected) child.disconnect()
      await exited
    },
  }
}

/** An idle image process does not keep the server from exiting: it ends when its channel closes. */
function hold(child: ChildProcess, isHeld: boolean) {
  if (isHeld) child.ref()
  else child.unref()
  if (isHeld) child.channel?.ref()
  else child.channel?.unref()
}

function exchange(child: ChildProcess, message: JobMessage) {
  return new Promise<Done>((resolve, reject) => {
    let cause: Cause = 'crash'
    const timer = setTimeout(() => {
      cause = 'time'
      child.kill('SIGKILL')
    }, wallMs)
    const onMessage = (reply: JobReply) => {
      if ('exceeded' in reply) return void (cause = reply.exceeded)
      settle()
      if ('output' in reply) resolve(reply)
      else reject(new Error(`image job failed: ${reply.error}`))
    }
    const onExit = () => {
      settle()
      reject(new ImageTooCostly(cause))
    }
    const onError = (error: Error) => {
      // A channel that broke because the child died is followed by its exit.
      if (child.pid !== undefined && child.exitCode === null) return
      settle()
      reject(error)
    }
    const settle = () => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
    }
    child.on('message', onMessage).on('exit', onExit).on('error', onError)
    child.send(message)
  })
}

const passedOn = /^(PATH|HOME|LANG|LC_.*|SystemRoot|LD_LIBRARY_PATH|FONTCONFIG_.*|XDG_.*)$/

/** What decodes files of strangers gets no secrets of the site. */
function childEnvironment(scratchDir: string) {
  const passed = Object.entries(environment()).filter(([name]) => passedOn.test(name))
  return {
    ...Object.fromEntries(passed),
    TMPDIR: scratchDir,
    TEMP: scratchDir,
    TMP: scratchDir,
    // Fewer heaps of glibc: what one job freed is used by the next.
    MALLOC_ARENA_MAX: '2',
    VIPS_WARNING: '0',
  }
}
