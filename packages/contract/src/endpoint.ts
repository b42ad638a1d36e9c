import { z } from 'zod'
import type { Access } from './access.ts'
import type { ErrorCode } from './errors.ts'
import type { RateLimitName } from './limits.ts'

export const apiPrefix = '/answer/api/v1'
export const adminPrefix = '/answer/admin/api'
export const installPrefix = '/installation'

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
  /** The query string of a GET, the JSON body of everything else. */
  readonly input: z.ZodObject<Shape>
  readonly reply: Reply
  readonly errors: readonly ErrorCode[]
  readonly limits: readonly RateLimitName[]
}

export type InputOf<E extends Endpoint> = z.input<E['input']>
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

type Definition<Shape extends z.ZodRawShape, Reply extends z.ZodType, Tier extends Access> = {
  method: Method
  path: `${typeof apiPrefix | typeof adminPrefix | typeof installPrefix}/${string}`
  access: Tier
  summary: string
  input?: Shape
  reply: Reply
  errors?: readonly ErrorCode[]
  limits?: readonly RateLimitName[]
}

/** Declares an API call. Unknown body fields are refused; unknown query parameters are ignored. */
export function endpoint<
  Reply extends z.ZodType,
  Tier extends Access,
  Shape extends z.ZodRawShape = {},
>(definition: Definition<Shape, Reply, Tier>): Endpoint<Shape, Reply, Tier> {
  const shape = definition.input ?? ({} as Shape)
  return {
    ...definition,
    input: definition.method === 'GET' ? z.object(shape) : (z.strictObject(shape) as never),
    errors: definition.errors ?? [],
    limits: definition.limits ?? [],
  }
}
