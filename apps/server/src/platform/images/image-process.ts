import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment } from '../process/read-config.ts'
import { ImageTooCostly, type StopReason } from '../../kernel/images.ts'
import type { ImageLimits, JobMessage, JobResult } from './image-job.ts'

type JobOutput = Extract<JobResult, { output: unknown }>

export type ImageProcess = {
  readonly isRunning: boolean
  run(message: JobMessage): Promise<JobOutput>
  end(): Promise<void>
}

/** A backstop: the child enforces its CPU and memory limits itself. */
const maxDurationMs = 120_000

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
    // A child that failed to start emits no exit event.
    child.once('error', () => child.pid === undefined && close())
  })
  setReferenced(child, false)
  return {
    get isRunning() {
      return isRunning
    },
    async run(message) {
      setReferenced(child, true)
      try {
        return await runJob(child, message)
      } finally {
        setReferenced(child, false)
      }
    },
    async end() {
      isRunning = false
      setReferenced(child, true)
      if (child.connected) child.disconnect()
      await exited
    },
  }
}

/** An idle image process must not keep the server alive: it exits when its channel closes. */
function setReferenced(child: ChildProcess, isReferenced: boolean) {
  if (isReferenced) child.ref()
  else child.unref()
  if (isReferenced) child.channel?.ref()
  else child.channel?.unref()
}

function runJob(child: ChildProcess, message: JobMessage) {
  return new Promise<JobOutput>((resolve, reject) => {
    let reason: StopReason = 'crash'
    const timer = setTimeout(() => {
      reason = 'time'
      child.kill('SIGKILL')
    }, maxDurationMs)
    const onMessage = (result: JobResult) => {
      if ('exceeded' in result) return void (reason = result.exceeded)
      cleanUp()
      if ('output' in result) resolve(result)
      else reject(new Error(`image job failed: ${result.error}`))
    }
    const onExit = () => {
      cleanUp()
      reject(new ImageTooCostly(reason))
    }
    const onError = (error: Error) => {
      // An exit event follows when the channel broke because the child died.
      if (child.pid !== undefined && child.exitCode === null) return
      cleanUp()
      reject(error)
    }
    const cleanUp = () => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
    }
    child.on('message', onMessage).on('exit', onExit).on('error', onError)
    child.send(message)
  })
}

const inheritedVariables =
  /^(PATH|HOME|LANG|LC_.*|SystemRoot|LD_LIBRARY_PATH|FONTCONFIG_.*|XDG_.*)$/

/** The process decodes untrusted files, so it gets no secrets. */
function childEnvironment(scratchDir: string) {
  const inherited = Object.entries(environment()).filter(([name]) => inheritedVariables.test(name))
  return {
    ...Object.fromEntries(inherited),
    TMPDIR: scratchDir,
    TEMP: scratchDir,
    TMP: scratchDir,
    // Fewer glibc arenas, so that jobs reuse freed memory.
    MALLOC_ARENA_MAX: '2',
    VIPS_WARNING: '0',
  }
}
