import type { CallOptions } from '@stoa/contract/client'
import type { Endpoint } from '@stoa/contract/endpoint'
import { type Envelope, successReason } from '@stoa/contract/envelope'
import { toFieldProblems } from '@stoa/contract/field-problems'
import { JsonStream } from '@stoa/contract/json-stream'
import { limits, rateLimits, type RateLimitName } from '@stoa/contract/limits'
import { type Translate, translator } from '@stoa/locales/translate'
import type { z } from 'zod'
import { checkCall, readSiteAccess } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError, fail, toErrorEnvelope } from '../../kernel/errors.ts'
import {
  fingerprintOf,
  type IdempotentRequest,
  isRepeat,
  runOnce,
} from '../../kernel/idempotency.ts'
import { networkOf } from '../../kernel/requests.ts'
import { currentScope } from '../../kernel/request-scope.ts'
import type {
  CaptchaGuard,
  Caller,
  Dispatch,
  Identify,
  Route,
  RouteRequest,
} from '../../kernel/route.ts'
import type { Actor } from '../../kernel/rules.ts'
import { transact } from '../../kernel/transact.ts'
import { isUnreachable } from '../database/unreachable.ts'
import { runWithCaptcha } from './run-with-captcha.ts'

/** Throws when the caller may not use the endpoint, whatever the input. */
export type Authorize = (endpoint: Endpoint, caller: Caller) => Promise<void>

/** Provided by features. */
export type Guards = {
  identify: Identify
  captcha: CaptchaGuard
}

export function createDispatch(ctx: Context, routes: readonly Route[], guards: Guards): Dispatch {
  const byEndpoint = new Map(routes.map((route) => [route.endpoint, route]))
  return async (endpoint, input, caller, options) => {
    const t = translator(caller.locale)
    try {
      const route = byEndpoint.get(endpoint) ?? fail('base.not_found')
      const data = await handleCall(ctx, route, { input, caller, options, guards, t })
      return { status: 200, reason: successReason, msg: t(successReason), data }
    } catch (error) {
      if (error instanceof InvalidInputError) return error.envelope
      if (error instanceof AppError) return toErrorEnvelope(error, t)
      ctx.log.error(
        { err: error, requestId: caller.requestId, path: endpoint.path },
        'endpoint call failed',
      )
      return toErrorEnvelope(isUnreachable(error) ? busyError() : new AppError('base.unknown'), t)
    }
  }
}

export function createAuthorize(ctx: Context, guards: Guards): Authorize {
  return async (endpoint, caller) => {
    await authorize(ctx, endpoint, caller, guards)
  }
}

type Call = {
  input: unknown
  caller: Caller
  options: CallOptions
  guards: Guards
  t: Translate
}

async function handleCall(ctx: Context, route: Route, call: Call) {
  const { endpoint } = route
  const { caller } = call
  const actor = await authorize(ctx, endpoint, caller, call.guards)
  const rawInput = isInputReader(call.input) ? await call.input() : call.input
  const parsed = endpoint.input.safeParse(rawInput, { reportInput: true })
  if (!parsed.success) throw new InvalidInputError(parsed.error, call.t)
  if (containsNul(parsed.data)) fail('base.request_format_error')
  // Not part of the idempotent input: a retry may have another captcha solution.
  const { captcha_id: id = '', captcha_code: code = '', ...input } = parsed.data as Input
  const write: WriteRequest = { input, actor, idempotencyKey: call.options.idempotencyKey }
  const takeLimits = async (isIncluded: (by: LimitSubject) => boolean) => {
    for (const name of endpoint.limits)
      if (isIncluded(rateLimits[name].by))
        await ctx.limits.take(name, subjectOf(name, caller, actor, input))
  }
  const work = async () => {
    await takeLimits((by) => by === 'user' || by === 'account')
    const transactOnce = createTransactOnce(ctx, endpoint, write)
    const request = { input, actor, caller, ctx, transact: transactOnce } as RouteRequest<Endpoint>
    const handle = async () => {
      const response = await route.handle(request)
      return response instanceof JsonStream ? response : endpoint.response.parse(response)
    }
    return endpoint.method === 'GET' ? await ctx.replicas.read(actor, handle) : await handle()
  }
  await takeLimits((by) => by === 'ip')
  const { captcha: action } = endpoint
  if (action === null) return await work()
  const guardedCall = {
    action,
    actor,
    caller,
    solution: { id, code },
    async isRepeat() {
      const request = toIdempotentRequest(endpoint, write)
      return request !== null && (await isRepeat(ctx.primary, request, ctx.clock.now()))
    },
  }
  return await runWithCaptcha(ctx, call.guards.captcha, guardedCall, work)
}

async function authorize(ctx: Context, endpoint: Endpoint, caller: Caller, guards: Guards) {
  const actor = await findActor(ctx, endpoint, caller, guards)
  const rejection = checkCall(endpoint, actor, readSiteAccess(ctx))
  if (rejection !== null) throw rejection
  return actor
}

/** Stores the user in the request scope. */
async function findActor(
  ctx: Context,
  { isPolled }: Endpoint,
  { token, ip }: Caller,
  guards: Guards,
) {
  const actor = token === null ? null : await identifyOnce(ctx, { token, ip, isPolled }, guards)
  const scope = currentScope()
  if (scope !== undefined) scope.userId = actor?.id ?? null
  return actor
}

/** Once per request until it writes, because the write may change the session. */
function identifyOnce(
  ctx: Context,
  { token, ip, isPolled }: { token: string; ip: string; isPolled: boolean },
  { identify }: Guards,
) {
  const scope = currentScope()
  const cached = scope?.hasWritten === false ? scope.caller : null
  if (cached?.token === token) return cached.actor
  const actor = identify(ctx, token, ip, isPolled)
  if (scope !== undefined) scope.caller = { token, actor }
  return actor
}

type Input = Record<string, unknown> & { captcha_id?: string; captcha_code?: string }
type LimitSubject = (typeof rateLimits)[RateLimitName]['by']
type WriteRequest = { input: unknown; actor: Actor | null; idempotencyKey: string | undefined }

function createTransactOnce(
  ctx: Context,
  endpoint: Endpoint,
  write: WriteRequest,
): RouteRequest<Endpoint>['transact'] {
  let isUsed = false
  return async (work) => {
    if (!endpoint.changesState) throw new Error(`${endpoint.path} must not change state`)
    if (isUsed) throw new Error(`${endpoint.path} must not open a second transaction`)
    isUsed = true
    const request = toIdempotentRequest(endpoint, write)
    if (request === null) return await transact(ctx, work)
    return await transact(ctx, (tx) => runOnce(tx, request, () => work(tx)))
  }
}

/** Null when there is no key or the method is idempotent anyway. */
function toIdempotentRequest(endpoint: Endpoint, write: WriteRequest): IdempotentRequest | null {
  const { idempotencyKey: key, input, actor } = write
  if (endpoint.method !== 'POST') return null
  if (key === undefined) return endpoint.dedupeByContent ? dedupeByContent(endpoint, write) : null
  const { min, max } = limits.idempotencyKey
  if (key.length < min || key.length > max) fail('base.request_format_error')
  return { key, scope: actor?.id ?? 'anonymous', fingerprint: fingerprintOf(endpoint.path, input) }
}

function dedupeByContent({ path }: Endpoint, write: WriteRequest): IdempotentRequest | null {
  const { input, actor } = write
  if (actor === null) return null
  const fingerprint = fingerprintOf(path, input)
  return { key: fingerprint, scope: actor.id, fingerprint, isContentKey: true }
}

function isInputReader(input: unknown): input is () => Promise<unknown> {
  return typeof input === 'function'
}

function subjectOf(
  name: RateLimitName,
  caller: Caller,
  actor: Actor | null,
  input: Record<string, unknown>,
) {
  const { by } = rateLimits[name]
  if (by === 'user' && actor !== null) return actor.id
  if (by === 'account') return String(input['e_mail'] ?? input['email']).toLowerCase()
  return networkOf(caller.ip)
}

function busyError() {
  return new AppError('base.busy', { hint: { retry_after: 5 } })
}

/** PostgreSQL cannot store NUL in text. */
function containsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.values(value).some(containsNul)
}

class InvalidInputError extends Error {
  readonly envelope: Envelope
  constructor(error: z.ZodError, t: Translate) {
    super('invalid input')
    this.name = 'InvalidInputError'
    const fields = toFieldProblems(error).map(({ field, key, values }) => ({
      error_field: field,
      error_msg: t(key, values),
    }))
    const reason = 'base.request_format_error'
    const only = fields.length === 1 ? fields[0] : undefined
    this.envelope = { status: 400, reason, msg: only?.error_msg ?? t(reason), data: fields }
  }
}
