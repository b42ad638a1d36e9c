import type { CallOptions } from '@stoa/contract/client'
import type { Endpoint } from '@stoa/contract/endpoint'
import { type Envelope, successReason } from '@stoa/contract/envelope'
import { toFieldProblems } from '@stoa/contract/field-problems'
import { JsonStream } from '@stoa/contract/json-stream'
import { limits, rateLimits, type RateLimitName } from '@stoa/contract/limits'
import { loginSettings } from '@stoa/contract/settings/people'
import { type Translate, translator } from '@stoa/locales/translate'
import type { z } from 'zod'
import { refusal } from './access.ts'
import { type Challenge, underChallenge } from './challenge.ts'
import type { Context } from './context.ts'
import { AppError, fail, toErrorEnvelope } from './errors.ts'
import { fingerprintOf, type IdempotentRequest, isRepeat, runOnce } from './idempotency.ts'
import { networkOf } from './network.ts'
import { currentScope } from './request-scope.ts'
import type { Caller, Route, RouteRequest } from './route.ts'
import type { Actor } from './rules.ts'
import { isUnreachable, transact } from './transact.ts'

export type { Caller } from './route.ts'

/**
 * Makes a call with every check a call over HTTP has. A refusal comes back as an envelope, never as an exception.
 * An input that is a function is read once the caller is let in.
 */
export type Dispatch = (
  endpoint: Endpoint,
  input: unknown,
  caller: Caller,
  options: CallOptions,
) => Promise<Envelope>

/** Throws the error that keeps a caller out of an endpoint, before anything of the input is known. */
export type Admit = (endpoint: Endpoint, caller: Caller) => Promise<void>

/** Finds who a session token belongs to; `address` is where it was sent from. */
export type Identify = (ctx: Context, token: string, address: string) => Promise<Actor | null>

/** What the kernel asks features: who is calling, and whether they must answer a challenge first. */
export type Guards = {
  identify: Identify
  challenge: Challenge
}

export function makeDispatch(ctx: Context, routes: readonly Route[], guards: Guards): Dispatch {
  const byEndpoint = new Map(routes.map((route) => [route.endpoint, route]))
  return async (endpoint, input, caller, options) => {
    const t = translator(caller.locale)
    try {
      const route = byEndpoint.get(endpoint) ?? fail('base.not_found')
      const data = await answer(ctx, route, { input, caller, options, guards, t })
      return { status: 200, reason: successReason, msg: t(successReason), data }
    } catch (error) {
      if (error instanceof FieldsRefused) return error.envelope
      if (error instanceof AppError) return toErrorEnvelope(error, t)
      ctx.log.error({ err: error, requestId: caller.requestId, path: endpoint.path }, 'call failed')
      return toErrorEnvelope(isUnreachable(error) ? tryLater() : new AppError('base.unknown'), t)
    }
  }
}

export function makeAdmit(ctx: Context, guards: Guards): Admit {
  return async (endpoint, caller) => {
    await admit(ctx, endpoint, caller, guards)
  }
}

type Call = {
  input: unknown
  caller: Caller
  options: CallOptions
  guards: Guards
  t: Translate
}

async function answer(ctx: Context, route: Route, call: Call) {
  const { endpoint } = route
  const { caller } = call
  const who = await admit(ctx, endpoint, caller, call.guards)
  const given = isReader(call.input) ? await call.input() : call.input
  const parsed = endpoint.input.safeParse(given, { reportInput: true })
  if (!parsed.success) throw new FieldsRefused(parsed.error, call.t)
  if (holdsNul(parsed.data)) fail('base.request_format_error')
  // The answer to a challenge is no part of what is asked for: a retry may carry another one.
  const { captcha_id: id = '', captcha_code: code = '', ...input } = parsed.data as Input
  const sent = { input, who, idempotencyKey: call.options.idempotencyKey }
  const take = async (mayTake: (by: LimitSubject) => boolean) => {
    for (const name of endpoint.limits)
      if (mayTake(rateLimits[name].by))
        await ctx.limits.take(name, subjectOf(name, caller, who, input))
  }
  const work = async () => {
    await take((by) => by === 'user' || by === 'account')
    const write = writerOf(ctx, endpoint, sent)
    const request = { input, who, caller, ctx, transact: write } as RouteRequest<Endpoint>
    const handle = async () => {
      const reply = await route.handle(request)
      return reply instanceof JsonStream ? reply : endpoint.reply.parse(reply)
    }
    return endpoint.method === 'GET' ? await ctx.replicas.read(who, handle) : await handle()
  }
  await take((by) => by === 'address')
  const { challenge: action } = endpoint
  if (action === null) return await work()
  const asked = {
    action,
    who,
    caller,
    answer: { id, code },
    async isRepeat() {
      const request = idempotentRequest(endpoint, sent)
      return request !== null && (await isRepeat(ctx.primary, request, ctx.clock.now()))
    },
  }
  return await underChallenge(ctx, call.guards.challenge, asked, work)
}

/** The caller, if the endpoint's access tier admits them. */
async function admit(ctx: Context, endpoint: Endpoint, caller: Caller, guards: Guards) {
  const who = await findCaller(ctx, caller, guards)
  const site = {
    isInstalled: ctx.settings.isInstalled(),
    loginRequired: ctx.settings.get(loginSettings).login_required,
    staffSecured: ctx.settings.get(loginSettings).require_second_factor_for_staff,
  }
  const refused = refusal(endpoint.access, who, site)
  if (refused !== null) throw refused
  return who
}

/** Who is calling, known to all that is done for this request. */
async function findCaller(ctx: Context, { token, address }: Caller, guards: Guards) {
  const who = token === null ? null : await known(ctx, { token, address }, guards)
  const scope = currentScope()
  if (scope !== undefined) scope.person = who?.id ?? null
  return who
}

/** Asked once for the calls of one request, until it changes something: that may be who this is. */
function known(
  ctx: Context,
  { token, address }: { token: string; address: string },
  { identify }: Guards,
) {
  const scope = currentScope()
  const before = scope?.hasWritten === false ? scope.caller : null
  if (before?.token === token) return before.who
  const who = identify(ctx, token, address)
  if (scope !== undefined) scope.caller = { token, who }
  return who
}

type Input = Record<string, unknown> & { captcha_id?: string; captcha_code?: string }
type LimitSubject = (typeof rateLimits)[RateLimitName]['by']
type Sent = { input: unknown; who: Actor | null; idempotencyKey: string | undefined }

function writerOf(
  ctx: Context,
  endpoint: Endpoint,
  sent: Sent,
): RouteRequest<Endpoint>['transact'] {
  let isUsed = false
  return async (work) => {
    if (!endpoint.changesState) throw new Error(`${endpoint.path} must not change state`)
    if (isUsed) throw new Error(`${endpoint.path} opens a second transaction`)
    isUsed = true
    const request = idempotentRequest(endpoint, sent)
    if (request === null) return await transact(ctx, work)
    return await transact(ctx, (tx) => runOnce(tx, request, () => work(tx)))
  }
}

/** Null for a request that comes without a key, or that may be sent again anyway. */
function idempotentRequest(endpoint: Endpoint, sent: Sent): IdempotentRequest | null {
  const { idempotencyKey: key, input, who } = sent
  if (endpoint.method !== 'POST') return null
  if (key === undefined) return endpoint.knowsRepeats ? knownByContent(endpoint, sent) : null
  const { min, max } = limits.idempotencyKey
  if (key.length < min || key.length > max) fail('base.request_format_error')
  return { key, scope: who?.id ?? 'anonymous', fingerprint: fingerprintOf(endpoint.path, input) }
}

/** The same person sending the same once more means the same, not one more. */
function knownByContent({ path }: Endpoint, { input, who }: Sent): IdempotentRequest | null {
  if (who === null) return null
  const fingerprint = fingerprintOf(path, input)
  return { key: fingerprint, scope: who.id, fingerprint, isKnownByContent: true }
}

function isReader(input: unknown): input is () => Promise<unknown> {
  return typeof input === 'function'
}

function subjectOf(
  name: RateLimitName,
  caller: Caller,
  who: Actor | null,
  input: Record<string, unknown>,
) {
  const { by } = rateLimits[name]
  if (by === 'user' && who !== null) return who.id
  if (by === 'account') return String(input['e_mail']).toLowerCase()
  return networkOf(caller.address)
}

function tryLater() {
  return new AppError('base.busy', { hint: { retry_after: 5 } })
}

/** The one character that PostgreSQL cannot store in a text. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul)
}

/** Refused input, said field by field in the caller's language. */
class FieldsRefused extends Error {
  readonly envelope: Envelope
  constructor(error: z.ZodError, t: Translate) {
    super('input refused')
    const fields = toFieldProblems(error).map(({ field, key, values }) => ({
      error_field: field,
      error_msg: t(key, values),
    }))
    const reason = 'base.request_format_error'
    const only = fields.length === 1 ? fields[0] : undefined
    this.envelope = { status: 400, reason, msg: only?.error_msg ?? t(reason), data: fields }
  }
}
