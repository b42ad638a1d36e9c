import { endpoints } from '@stoa/contract/endpoints'
import type { Endpoint } from '@stoa/contract/endpoint'
import { errorCatalogue, reasonOf } from '@stoa/contract/errors'
import { z } from 'zod'

export type FieldDoc = { name: string; type: string; required: boolean }

export type CallDoc = {
  name: string
  method: string
  path: string
  access: Endpoint['access']
  summary: string
  input: FieldDoc[]
  reply: string
  errors: { status: number; reason: string }[]
}

export type FeatureDoc = { name: string; calls: CallDoc[] }

/** Every call of the contract, as text a page can show. */
export function describeContract(): FeatureDoc[] {
  return Object.entries(endpoints).map(([name, list]) => ({
    name,
    calls: Object.entries(list).map(([call, endpoint]) => describeCall(call, endpoint)),
  }))
}

function describeCall(name: string, endpoint: Endpoint): CallDoc {
  const { method, path, access, summary } = endpoint
  return {
    name,
    method,
    path,
    access,
    summary,
    input: describeFields(toSchema(endpoint.input, 'input')),
    reply: JSON.stringify(example(toSchema(endpoint.reply, 'output')), null, 2),
    errors: endpoint.errors.map((code) => ({
      status: errorCatalogue[code],
      reason: reasonOf(code),
    })),
  }
}

type Schema = {
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
}

function describeFields(schema: Schema): FieldDoc[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    type: describeType(property),
    required: schema.required?.includes(name) ?? false,
  }))
}

function describeType(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map(String).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf !== undefined) {
    return [...new Set(schema.anyOf.map(describeType))].join(' | ')
  }
  if (schema.items !== undefined) return `list of ${describeType(schema.items)}${boundsOf(schema)}`
  if (schema.properties !== undefined) return `{ ${Object.keys(schema.properties).join(', ')} }`
  const type = schema.format ?? (Array.isArray(schema.type) ? schema.type.join(' | ') : schema.type)
  return `${type ?? 'any'}${boundsOf(schema)}`
}

function boundsOf(schema: Schema): string {
  const least = schema.minLength ?? schema.minItems ?? schema.minimum
  const most = schema.maxLength ?? schema.maxItems ?? schema.maximum
  if (most === undefined) return ''
  return ` (${least ?? 0} to ${most})`
}

/** A reply as it may look, with types in the place of values. */
function example(schema: Schema): unknown {
  if (schema.properties !== undefined) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, example(property)]),
    )
  }
  if (schema.items !== undefined) return [example(schema.items)]
  const shaped = schema.anyOf?.find((one) => one.properties !== undefined)
  if (shaped !== undefined) return example(shaped)
  return schema.type === 'null' ? null : describeType(schema)
}
