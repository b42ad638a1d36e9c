import type { CallDoc, FieldDoc } from './describe.server.ts'

type Values = Readonly<Record<string, string>>

export type CallRequest = { path: string; body: string | null }

/** Fields without a value are not sent. Throws a `FieldProblem` for what is not JSON. */
export function toRequest(
  call: Pick<CallDoc, 'method' | 'path' | 'input'>,
  values: Values,
): CallRequest {
  const filled = call.input.filter(({ name }) => (values[name] ?? '') !== '')
  if (call.method === 'GET') {
    const query = new URLSearchParams(filled.map(({ name }) => [name, values[name] ?? '']))
    return { path: filled.length === 0 ? call.path : `${call.path}?${query}`, body: null }
  }
  const fields = filled.map((field) => [field.name, parseValue(field, values[field.name] ?? '')])
  return { path: call.path, body: JSON.stringify(Object.fromEntries(fields)) }
}

export class FieldProblem extends Error {
  readonly field: string
  constructor(field: string) {
    super(`${field} is not JSON`)
    this.name = 'FieldProblem'
    this.field = field
  }
}

function parseValue({ name, isText }: FieldDoc, text: string): unknown {
  if (isText) return text
  try {
    return JSON.parse(text)
  } catch {
    throw new FieldProblem(name)
  }
}

/** For a shell. The key is a variable, so that the command can be shared. */
export function toCurl(method: string, origin: string, { path, body }: CallRequest): string {
  const lines = ['curl -sS -H "Authorization: Bearer $API_KEY"']
  if (method !== 'GET') lines.push(`-X ${method}`)
  if (body !== null) lines.push("-H 'Content-Type: application/json'", `-d ${quote(body)}`)
  return [...lines, quote(origin + path)].join(' \\\n  ')
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
