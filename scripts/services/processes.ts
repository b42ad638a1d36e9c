import { spawn } from 'node:child_process'
import { openSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Whether the process is alive with this working directory. The pid alone is not enough, because pids are reused. */
export function isOurs(service: { pid: number; dir: string }): boolean {
  try {
    const state = readFileSync(`/proc/${service.pid}/stat`, 'utf8').split(') ')[1]?.[0]
    return state !== 'Z' && readlinkSync(`/proc/${service.pid}/cwd`) === realpathSync(service.dir)
  } catch {
    return false
  }
}

/** Starts a program that outlives this process, in `dir`, with output to `dir`.log. */
export function spawnDetached(command: string, args: string[], dir: string): number {
  const log = openSync(`${dir}.log`, 'w')
  const child = spawn(command, args, { cwd: dir, detached: true, stdio: ['ignore', log, log] })
  child.unref()
  if (child.pid === undefined) throw new Error(`cannot start ${command}`)
  return child.pid
}

/** Waits until the port accepts connections; throws with the log if the process has exited. */
export async function waitUntilListening(service: { port: number; pid: number; dir: string }) {
  const deadline = Date.now() + 60_000
  while (!(await canConnect(service.port))) {
    if (!isOurs(service) || Date.now() > deadline) {
      throw new Error(`did not start:\n${readFileSync(`${service.dir}.log`, 'utf8').slice(-2000)}`)
    }
    await sleep(30)
  }
}

/** Sends SIGTERM and waits for the process to exit. */
export async function terminate(service: { pid: number; dir: string }) {
  if (!isOurs(service)) return
  process.kill(service.pid, 'SIGTERM')
  const deadline = Date.now() + 60_000
  while (isOurs(service)) {
    if (Date.now() > deadline) throw new Error(`process ${service.pid} does not exit`)
    await sleep(30)
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(socket.end() !== undefined))
    socket.once('error', () => resolve(false))
  })
}
