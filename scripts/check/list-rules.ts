// Finds endpoints that could return a list of any length. Pure functions over the OpenAPI document.
export type Document = { paths: Record<string, Record<string, unknown>> }
type Operation = {
  operationId: string
  tags: [string]
  parameters?: { name: string }[]
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>
}

/** Reasons by `feature.endpoint`, and by name for fields that are short wherever they occur. */
export type Bounds = {
  endpoints: Readonly<Record<string, string>>
  fields: Readonly<Record<string, string>>
}

/** A list needs `page_size` in the input, `.max()` in the response, or a reason. */
export function findUnboundedLists(document: Document, bounds: Bounds): string[] {
  const operations = Object.values(document.paths).flatMap(
    (methods) => Object.values(methods) as Operation[],
  )
  const unbounded = operations
    .filter(({ parameters = [] }) => !parameters.some(({ name }) => name === 'page_size'))
    .map((operation) => ({ name: nameOf(operation), lists: listsOf(operation, bounds.fields) }))
    .filter(({ lists }) => lists.length > 0)
  return [
    ...unbounded
      .filter(({ name }) => !(name in bounds.endpoints))
      .map(({ name, lists }) => `${name}: ${lists.join(', ')} has no bound: page it or use .max()`),
    ...Object.keys(bounds.endpoints)
      .filter((reason) => !unbounded.some(({ name }) => name === reason))
      .map((name) => `owed.ts: ${name} has a bound or is gone; remove its reason`),
  ]
}

function nameOf({ tags: [feature], operationId }: Operation): string {
  return `${feature}.${operationId}`
}

function listsOf(operation: Operation, shortFields: Bounds['fields']): string[] {
  const schema = operation.responses['200']?.content?.['application/json']?.schema
  const names = listArrays(schema, '').filter((name) => !(name in shortFields))
  return [...new Set(names)]
}

/** The fields that hold arrays without `maxItems`. */
function listArrays(schema: unknown, field: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((part) => listArrays(part, field))
  if (typeof schema !== 'object' || schema === null) return []
  const { type, maxItems, properties = {}, ...rest } = schema as Record<string, unknown>
  return [
    ...(type === 'array' && maxItems === undefined ? [field] : []),
    ...Object.values(rest).flatMap((part) => listArrays(part, field)),
    ...Object.entries(properties as object).flatMap(([name, part]) => listArrays(part, name)),
  ]
}
