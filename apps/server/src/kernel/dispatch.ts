import type { CallOptions } from '@stoa/contract/client'
import type { Endpoint } from '@stoa/contract/endpoint'
import { type Envelope, successReason } from '@stoa/contract/envelope'
import { toFieldProblems } from '@stoa/contract/field-problems'
import { limits, rateLimits, type RateLimitName } from '@stoa/contract/limits'
import { loginSettings } from '@stoa/contract/settings/people'
import { type Translate, translator } from '@stoa/locales/translate'
import type { z } from 'zod'
import { refusal } from './access.ts'
import type { Context } from './context.ts'
import { AppError, fail, toErrorEnvelope } from './errors.ts'
import { fingerprintOf, runOnce } from './idempotency.ts'
import type { Caller, Route, RouteRequest } from './route.ts'
import type { Actor } from './rules.ts'
import { isUnreachable, transact } from './transact.ts'

export type { Caller } from './route.ts'

/** Makes a call with every check a call over HTTP has. A refusal comes back as an envelope, never as an exception. */
export type Dispatch = (
  endpoint: Endpoint,
  input: unknown,
  caller: Caller,
  options: CallOptions,
) => Promise<Envelope>

/** Finds who a session token belongs to. */
export type Identify = (ctx: Context, token: string) => Promise<Actor | null>

export function makeDispatch(ctx: Context, routes: readonly Route[], identify: Identify): Dispatch {
  const byEndpoint = new Map(routes.map((route) => [route.endpoint, route]))
  return async (endpoint, input, caller, options) => {
    const t = translator(caller.locale)
    try {
      const route = byEndpoint.get(endpoint) ?? fail('base.not_found')
      const data = await answer(ctx, route, { input, caller, options, identify, t })
      return { status: 200, reason: successReason, msg: t(successReason), data }
    } catch (error) {
      if (error instanceof FieldsRefused) return error.envelope
      if (error instanceof AppError) return toErrorEnvelope(error, t)
      ctx.log.error({ err: error, requestId: caller.requestId, path: endpoint.path }, 'call failed')
      return toErrorEnvelope(isUnreachable(error) ? tryLater() : new AppError('base.unknown'), t)
    }
  }
}

type Call = {
  input: unknown
  caller: Caller
  options: CallOptions
  identify: Identify
  t: Translate
}

async function answer(ctx: Context, route: Route, call: Call) {
  const { endpoint } = route
  const { caller } = call
  const who = caller.token === null ? null : await call.identify(ctx, caller.token)
  const site = {
    isInstalled: ctx.settings.isInstalled(),
    loginRequired: ctx.settings.get(loginSettings).login_required,
  }
  const refused = refusal(endpoint.access, who, site)
  if (refused !== null) throw refused
  const parsed = endpoint.input.safeParse(call.input, { reportInput: true })
  if (!parsed.success) throw new FieldsRefused(parsed.error, call.t)
  if (holdsNul(parsed.data)) fail('base.request_format_error')
  const input = parsed.data as Record<string, unknown>
  for (const name of endpoint.limits)
    await ctx.limits.take(name, subjectOf(name, caller, who, input))

  const request: RouteRequest<Endpoint> = {
    input,
    who,
    caller,
    ctx,
    transact: writerOf(ctx, endpoint, { input, who, idempotencyKey: call.options.idempotencyKey }),
  } as never
  return endpoint.reply.parse(await route.handle(request))
}

function writerOf(
  ctx: Context,
  endpoint: Endpoint,
  asked: { input: unknown; who: Actor | null; idempotencyKey: string | undefined },
): RouteRequest<Endpoint>['transact'] {
  const { input, who, idempotencyKey } = asked
  let isUsed = false
  return async (work) => {
    if (isUsed) throw new Error(`${endpoint.path} opens a second transaction`)
    isUsed = true
    if (idempotencyKey === undefined || endpoint.method !== 'POST') return await transact(ctx, work)
    const { min, max } = limits.idempotencyKey
    if (idempotencyKey.length < min || idempotencyKey.length > max)
      fail('base.request_format_error')
    const request = {
      key: idempotencyKey,
      scope: who?.id ?? 'anonymous',
      fingerprint: fingerprintOf(endpoint.path, input),
    }
    return await transact(ctx, (tx) => runOnce(tx, request, () => work(tx)))
  }
}

function subjectOf(
  name: RateLimitName,
  caller: Caller,
  who: Actor | null,
  input: Record<string, unknown>,
) {
  const { by } = rateLimits[name]
  if (by === 'user') return who?.id ?? caller.address
  if (by === 'account') return String(input['e_mail']).toLowerCase()
  return caller.address
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
