import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { envelopeOf } from './envelope.ts'
import { type ErrorCode, errorCatalog, impliedErrors, reasonOf } from './errors.ts'
import { requiredScope } from './key-scopes.ts'

type JsonSchema = Record<string, unknown>

export function openApiDocument(
  endpoints: Record<string, Record<string, Endpoint>>,
  info: { title: string; version: string },
) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [feature, list] of Object.entries(endpoints)) {
    for (const [name, endpoint] of Object.entries(list)) {
      const path = (paths[endpoint.path] ??= {})
      path[endpoint.method.toLowerCase()] = operation(feature, name, endpoint)
    }
  }
  return {
    openapi: '3.1.0',
    info,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}

function operation(feature: string, name: string, endpoint: Endpoint) {
  const needsSession = !['open', 'public', 'install'].includes(endpoint.access)
  return {
    operationId: name,
    tags: [feature],
    summary: endpoint.summary,
    'x-access': endpoint.access,
    'x-key-scope': requiredScope(endpoint),
    ...(needsSession ? { security: [{ bearer: [] }] } : {}),
    ...inputOf(endpoint),
    responses: {
      200: { description: 'OK', content: json(toSchema(envelopeOf(endpoint.response), 'output')) },
      ...errorsOf(endpoint),
    },
  }
}

function inputOf(endpoint: Endpoint) {
  const schema = toSchema(endpoint.input, 'input')
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>
  const required = (schema['required'] ?? []) as string[]
  if (endpoint.method !== 'GET') {
    return Object.keys(properties).length === 0
      ? {}
      : {
          requestBody: { required: true, content: { [mediaTypes[endpoint.encoding]]: { schema } } },
        }
  }
  const parameters = Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }))
  return parameters.length === 0 ? {} : { parameters }
}

function errorsOf(endpoint: Endpoint) {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set([...endpoint.errors, ...impliedErrors])) {
    const status = errorCatalog[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.map(reasonOf).join(', ') },
    ]),
  )
}

const mediaTypes = { json: 'application/json', form: 'multipart/form-data' }

function json(schema: JsonSchema) {
  return { 'application/json': { schema } }
}

function toSchema(schema: z.ZodType, io: 'input' | 'output') {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
}
