import type { MailProblem, MailStep, MailStepName } from '@stoa/contract/features/mail-check'
import { lookup } from 'node:dns/promises'
import { connect, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import {
  findTlsProblem,
  type MailFailure,
  type MailServer,
  toMailProblem,
} from './mail-problems.rules.ts'

export type Certificate = { protocol: string; name: string; expiresAt: Date }
export type Probe = { steps: MailStep[]; certificate: Certificate | null }
/** Returns what deserves a warning, or null. */
type Step = (signal: AbortSignal) => Promise<MailProblem | null>

class TimeoutFailure extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Connects as a delivery does, but step by step. A failed step skips the later ones. `send` is optional. */
export async function probeMailServer(
  server: MailServer,
  options: { timeoutMs: number; now: Date; send: (() => Promise<unknown>) | null },
): Promise<Probe> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  const session = createSession(server, options)
  const plan: [MailStepName, Step | null][] = [
    ['resolve', session.resolve],
    ['connect', session.connect],
    ['tls', session.secure],
    ['login', server.login === null ? null : session.logIn],
    ['send', options.send && session.send(options.send)],
  ]
  const steps: MailStep[] = []
  let hasFailed = false
  try {
    for (const [step, run] of plan) {
      const result: Result =
        hasFailed || run === null ? skipped : await runStep(run, server, signal)
      hasFailed ||= result.state === 'failed'
      steps.push({ step, ...result })
    }
  } finally {
    session.close()
  }
  return { steps, certificate: session.certificate() }
}

type Result = Omit<MailStep, 'step'>
const skipped: Result = { state: 'skipped', problem: null, duration_ms: 0 }

async function runStep(run: Step, server: MailServer, signal: AbortSignal): Promise<Result> {
  const startedAt = performance.now()
  const done = (state: Result['state'], problem: MailProblem | null): Result => ({
    state,
    problem,
    duration_ms: Math.round(performance.now() - startedAt),
  })
  const timeout = Promise.withResolvers<never>()
  const onAbort = () => timeout.reject(new TimeoutFailure())
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    const problem = await Promise.race([run(signal), timeout.promise])
    return done(problem === null ? 'ok' : 'warning', problem)
  } catch (error) {
    return done('failed', toMailProblem(toFailure(error), server))
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** The original code says why TLS failed; that of nodemailer only says where. */
function toFailure(error: unknown): MailFailure {
  if (!(error instanceof Error)) return {}
  const { code, originalCode, ...rest } = error as MailFailure & { originalCode?: string }
  return { ...rest, message: error.message, code: originalCode ?? code }
}

function createSession(server: MailServer, { now }: { now: Date }) {
  const { host, port, login } = server
  let socket: Socket | null = null
  let smtp: SMTPConnection | null = null
  let certificate: Certificate | null = null

  return {
    certificate: () => certificate,
    close() {
      smtp?.close()
      socket?.destroy()
    },
    async resolve() {
      await lookup(host)
      return null
    },
    async connect(signal: AbortSignal) {
      const connecting = connect({ host, port, signal })
      socket = connecting
      await new Promise<void>((resolve, reject) => {
        connecting.once('connect', resolve)
        connecting.on('error', reject)
      })
      return null
    },
    async secure() {
      if (socket === null) return null
      smtp = createConnection(server, socket)
      await establish(smtp)
      certificate = readCertificate(smtp._socket)
      return findTlsProblem(server, certificate, now)
    },
    async logIn() {
      if (smtp === null || login === null) return null
      const connection = smtp
      await new Promise<void>((resolve, reject) => {
        const credentials = { user: login.user, pass: login.password }
        connection.once('error', reject)
        connection.login({ credentials }, (error) => (error ? reject(error) : resolve()))
      })
      return null
    },
    send: (send: () => Promise<unknown>) => async () => {
      await send()
      return null
    },
  }
}

function createConnection({ host, port, encryption }: MailServer, socket: Socket) {
  return new SMTPConnection({
    host,
    port,
    connection: socket,
    secure: encryption === 'SSL',
    requireTLS: encryption === 'TLS',
  })
}

async function establish(connection: SMTPConnection) {
  await new Promise<void>((resolve, reject) => {
    connection.once('error', reject)
    connection.once('end', () => reject(Object.assign(new Error(), { code: 'ECONNECTION' })))
    connection.connect((error) => (error ? reject(error) : resolve()))
  })
}

function readCertificate(socket: unknown): Certificate | null {
  if (!(socket instanceof TLSSocket)) return null
  const { subject, valid_to: validTo } = socket.getPeerCertificate()
  const name = [subject.CN].flat()[0] ?? ''
  return { protocol: socket.getProtocol() ?? '', name, expiresAt: new Date(validTo) }
}
