import { z } from 'zod'
import type { Access } from './access.ts'
import type { ChallengeAction } from './challenge.ts'
import type { ErrorCode } from './errors.ts'
import type { RateLimitName } from './limits.ts'

export const apiPrefix = '/answer/api/v1'
export const adminPrefix = '/answer/admin/api'
export const installPrefix = '/installation'
/** The cookie in which a browser keeps the installation key. */
export const installKeyCookie = 'install_key'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One API call: who may make it, what goes in, what comes out, how it can fail. */
export type Endpoint<
  Shape extends z.ZodRawShape = z.ZodRawShape,
  Reply extends z.ZodType = z.ZodType,
  Tier extends Access = Access,
> = {
  readonly method: Method
  readonly path: string
  readonly access: Tier
  readonly summary: string
  /** Whether its handler may write. A GET that does is refused to cookies except on navigation. */
  readonly changesState: boolean
  /** The query string of a GET, the body of everything else. */
  readonly input: z.ZodObject<Shape>
  /** How the body travels: as JSON, or as a form where a file is sent. */
  readonly encoding: 'json' | 'form'
  readonly reply: Reply
  readonly errors: readonly ErrorCode[]
  /** Every write has at least one. */
  readonly limits: readonly RateLimitName[]
  /** What the call counts as, where doing it often asks for a challenge. */
  readonly challenge: ChallengeAction | null
  /** Sent again soon by the same person with the same content and no key of its own, it answers the same and does nothing. */
  readonly knowsRepeats: boolean
}

export type InputOf<E extends Endpoint> = z.input<E['input']>
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

type Definition<Shape extends z.ZodRawShape, Reply extends z.ZodType, Tier extends Access> = {
  method: Method
  path: `${typeof apiPrefix | typeof adminPrefix | typeof installPrefix}/${string}`
  access: Tier
  summary: string
  changesState?: true
  input?: Shape
  encoding?: 'json' | 'form'
  reply: Reply
  errors?: readonly ErrorCode[]
  limits?: readonly RateLimitName[]
  /** Its input must have the fields of `challengeAnswer`. */
  challenge?: ChallengeAction
  knowsRepeats?: boolean
}

/** What holds for a write that names no limits of its own. */
const usualLimits: readonly RateLimitName[] = ['write.user']
const challengeErrors: readonly ErrorCode[] = ['object.captcha_verification_failed']

/** Declares an API call. Unknown body fields are refused; unknown query parameters are ignored. */
export function endpoint<
  Reply extends z.ZodType,
  Tier extends Access,
  Shape extends z.ZodRawShape = {},
>(definition: Definition<Shape, Reply, Tier>): Endpoint<Shape, Reply, Tier> {
  const shape = definition.input ?? ({} as Shape)
  const isChallenged = definition.challenge !== undefined
  return {
    ...definition,
    changesState: definition.changesState ?? definition.method !== 'GET',
    input: definition.method === 'GET' ? z.object(shape) : z.strictObject(shape),
    encoding: definition.encoding ?? 'json',
    errors: [...(definition.errors ?? []), ...(isChallenged ? challengeErrors : [])],
    limits: definition.limits ?? (definition.method === 'GET' ? [] : usualLimits),
    challenge: definition.challenge ?? null,
    knowsRepeats: definition.knowsRepeats ?? false,
  }
}
