import { endpoints, type FeatureName } from '@stoa/contract/endpoints'
import type { Endpoint } from '@stoa/contract/endpoint'
import { errorCatalog, reasonOf } from '@stoa/contract/errors'
import { type KeyScope, requiredScope } from '@stoa/contract/key-scopes'
import { z } from 'zod'

export type FieldDoc = {
  name: string
  type: string
  required: boolean
  /** Empty if any value is possible. */
  options: string[]
  /** Whether what is typed is the value; otherwise it is JSON. */
  isText: boolean
}

export type CallDoc = {
  name: string
  method: string
  path: string
  access: Endpoint['access']
  /** The least scope of an API key, or `session`. */
  keys: KeyScope | 'session'
  summary: string
  changesState: boolean
  /** `form` for files. */
  encoding: Endpoint['encoding']
  input: FieldDoc[]
  response: string
  errors: { status: number; reason: string }[]
}

type CallEntry = Pick<CallDoc, 'name' | 'method' | 'path' | 'summary'>

export function listCalls(): { feature: string; calls: CallEntry[] }[] {
  return Object.entries(endpoints).map(([feature, list]) => ({
    feature,
    calls: Object.entries(list).map(([name, { method, path, summary }]) => ({
      name,
      method,
      path,
      summary,
    })),
  }))
}

export function describeCalls(feature: string): CallDoc[] | null {
  if (!isFeature(feature)) return null
  return Object.entries(endpoints[feature]).map(([name, endpoint]) => describeCall(name, endpoint))
}

function isFeature(name: string): name is FeatureName {
  return Object.hasOwn(endpoints, name)
}

function describeCall(name: string, endpoint: Endpoint): CallDoc {
  const { method, path, access, summary, changesState, encoding } = endpoint
  return {
    name,
    method,
    path,
    access,
    keys: requiredScope(endpoint) ?? 'session',
    summary,
    changesState,
    encoding,
    input: describeFields(toSchema(endpoint.input, 'input')),
    response: JSON.stringify(toExample(toSchema(endpoint.response, 'output')), null, 2),
    errors: endpoint.errors.map((code) => ({
      status: errorCatalog[code],
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
    options: listOptions(property),
    isText: isText(property),
  }))
}

function listOptions(schema: Schema): string[] {
  if (schema.enum !== undefined) return schema.enum.map(String)
  return schema.type === 'boolean' ? ['true', 'false'] : []
}

function isText({ type, enum: values, anyOf }: Schema): boolean {
  if (values !== undefined) return values.every((value) => typeof value === 'string')
  return type === 'string' || anyOf?.some(isText) === true
}

function describeType(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map(String).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf !== undefined) {
    return [...new Set(schema.anyOf.map(describeType))].join(' | ')
  }
  if (schema.items !== undefined) return `list of ${describeType(schema.items)}${toBounds(schema)}`
  if (schema.properties !== undefined) return `{ ${Object.keys(schema.properties).join(', ')} }`
  const type = schema.format ?? (Array.isArray(schema.type) ? schema.type.join(' | ') : schema.type)
  return `${type ?? 'any'}${toBounds(schema)}`
}

function toBounds(schema: Schema): string {
  const min = schema.minLength ?? schema.minItems ?? schema.minimum
  const max = schema.maxLength ?? schema.maxItems ?? schema.maximum
  if (max === undefined) return ''
  return ` (${min ?? 0} to ${max})`
}

/** An example response, with types instead of values. */
function toExample(schema: Schema): unknown {
  if (schema.properties !== undefined) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, toExample(property)]),
    )
  }
  if (schema.items !== undefined) return [toExample(schema.items)]
  const objectSchema = schema.anyOf?.find((option) => option.properties !== undefined)
  if (objectSchema !== undefined) return toExample(objectSchema)
  return schema.type === 'null' ? null : describeType(schema)
}
