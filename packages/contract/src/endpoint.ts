import { z } from 'zod'
import type { Access } from './access.ts'
import type { CaptchaAction } from './captcha.ts'
import type { ErrorCode } from './errors.ts'
import type { RateLimitName } from './limits.ts'

export const apiPrefix = '/answer/api/v1'
export const adminPrefix = '/answer/admin/api'
export const installPrefix = '/installation'
/** Cookie that holds the installation key in the browser. */
export const installKeyCookie = 'install_key'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One API call: its access tier, input, response, errors and limits. */
export type Endpoint<
  Shape extends z.ZodRawShape = z.ZodRawShape,
  Output extends z.ZodType = z.ZodType,
  Tier extends Access = Access,
> = {
  readonly method: Method
  readonly path: string
  readonly access: Tier
  readonly summary: string
  /** Whether the handler may write. A GET that does rejects cookies except on navigation (CSRF). */
  readonly changesState: boolean
  /** The query string of a GET, the body of every other method. */
  readonly input: z.ZodObject<Shape>
  /** `form` (multipart) for file uploads. */
  readonly encoding: 'json' | 'form'
  /** Of the file in a form, if not as large as uploads of users may be. */
  readonly maxFileBytes: number | null
  readonly response: Output
  readonly errors: readonly ErrorCode[]
  /** At least one for every write. */
  readonly limits: readonly RateLimitName[]
  /** The action it counts as for captchas; null when it never requires one. */
  readonly captcha: CaptchaAction | null
  /** Without an Idempotency-Key, the same input from the same user within a short time counts as a retry. */
  readonly dedupeByContent: boolean
  /** For writes that concern only the user: silenced users may call it. */
  readonly allowsSilenced: boolean
  /** For writes that an admin needs to leave another mode of the site: logging in and out, and the settings of the mode. */
  readonly allowsReadOnly: boolean
  /** Called every few seconds by every open page, so it should cost no statement. */
  readonly isPolled: boolean
  /** What a user center may take over: then the call is rejected. */
  readonly userCenter: UserCenterPart | null
  /** Otherwise it takes a session. By default, keys may only read what visitors may read. */
  readonly allowsKeys: boolean
}

export const userCenterParts = ['login', 'roles'] as const
export type UserCenterPart = (typeof userCenterParts)[number]

export type InputOf<E extends Endpoint> = z.input<E['input']>
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>
export type ResponseOf<E extends Endpoint> = z.output<E['response']>

type Definition<Shape extends z.ZodRawShape, Output extends z.ZodType, Tier extends Access> = {
  method: Method
  path: `${typeof apiPrefix | typeof adminPrefix | typeof installPrefix}/${string}`
  access: Tier
  summary: string
  /** By default, every method but GET does. */
  changesState?: boolean
  input?: Shape
  encoding?: 'json' | 'form'
  maxFileBytes?: number
  response: Output
  errors?: readonly ErrorCode[]
  limits?: readonly RateLimitName[]
  /** The input must include `captchaSolution`. */
  captcha?: CaptchaAction
  dedupeByContent?: boolean
  allowsSilenced?: true
  allowsReadOnly?: true
  isPolled?: true
  /** `login`: passwords, passkeys and what leads to them. */
  userCenter?: UserCenterPart
  /** Not for what replaces or outlives a key: sessions, passwords, emails of accounts, roles, settings, deleting for good. */
  allowsKeys?: true
}

/** For writes that declare no limits. */
const defaultLimits: readonly RateLimitName[] = ['write.user']
const captchaErrors: readonly ErrorCode[] = ['object.captcha_verification_failed']

/** Declares an API call. Unknown body fields are rejected; unknown query parameters are ignored. */
export function endpoint<
  Output extends z.ZodType,
  Tier extends Access,
  Shape extends z.ZodRawShape = {},
>(definition: Definition<Shape, Output, Tier>): Endpoint<Shape, Output, Tier> {
  const shape = definition.input ?? ({} as Shape)
  const canRequireCaptcha = definition.captcha !== undefined
  const changesState = definition.changesState ?? definition.method !== 'GET'
  return {
    maxFileBytes: null,
    userCenter: null,
    ...definition,
    changesState,
    input: definition.method === 'GET' ? z.object(shape) : z.strictObject(shape),
    encoding: definition.encoding ?? 'json',
    errors: [...(definition.errors ?? []), ...(canRequireCaptcha ? captchaErrors : [])],
    limits: definition.limits ?? (definition.method === 'GET' ? [] : defaultLimits),
    captcha: definition.captcha ?? null,
    dedupeByContent: definition.dedupeByContent === true,
    allowsSilenced: definition.allowsSilenced === true,
    allowsReadOnly: definition.allowsReadOnly === true,
    isPolled: definition.isPolled === true,
    allowsKeys: definition.allowsKeys ?? (isForVisitors(definition.access) && !changesState),
  }
}

function isForVisitors(access: Access) {
  return access === 'open' || access === 'public'
}
