import { type Kit, type KitResponse, Rejection } from '@stoa/plugin-kit/server'

type Request = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: string
  /** How long the nodes may take together; each but the last one half of the rest. */
  timeoutMs?: number
}

/** A node that did not respond is asked last for this long. */
const downMs = 30_000
const defaultTimeoutMs = 25_000
/** It has no cluster manager, or too much to do. Another node may not. */
const busyStatuses = new Set([429, 502, 503, 504])

const downUntil = new Map<string, number>()
let turn = 0

/** Sends a request to one node after the other until one responds. All requests may be sent twice. */
export async function send(kit: Kit, request: Request): Promise<KitResponse> {
  const until = Date.now() + (request.timeoutMs ?? defaultTimeoutMs)
  const nodes = orderNodes(readNodes(kit.settings['nodes']))
  let problem = 'there is no URL of a node'
  for (const [index, node] of nodes.entries()) {
    const leftMs = Math.max(until - Date.now(), 0)
    const timeoutMs = index === nodes.length - 1 ? leftMs : leftMs / 2
    try {
      const response = await sendTo(kit, node, { ...request, timeoutMs })
      if (!busyStatuses.has(response.status)) {
        downUntil.delete(node)
        return response
      }
      problem = `${node} responded with status ${response.status}`
    } catch (error) {
      problem = `${node}: ${error instanceof Error ? error.message : 'it failed'}`
    }
    downUntil.set(node, Date.now() + downMs)
    kit.log.warn(problem)
  }
  throw new Rejection(`No node can be used: ${problem}`.slice(0, 300))
}

export function readNodes(setting: unknown): string[] {
  const lines = typeof setting === 'string' ? setting.split('\n') : []
  return lines.map((line) => line.trim().replace(/\/+$/, '')).filter((line) => line !== '')
}

/** In turns, those that are down last. */
function orderNodes(nodes: readonly string[]) {
  const first = turn++ % Math.max(nodes.length, 1)
  const rotated = [...nodes.slice(first), ...nodes.slice(0, first)]
  const isDown = (node: string) => (downUntil.get(node) ?? 0) > Date.now()
  return [...rotated.filter((node) => !isDown(node)), ...rotated.filter(isDown)]
}

async function sendTo(kit: Kit, node: string, request: Request): Promise<KitResponse> {
  const { method, path, body = '', timeoutMs } = request
  const headers = { 'content-type': 'application/json', ...credentials(kit.settings) }
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it did not respond in time')), timeoutMs)
  })
  try {
    return await Promise.race([kit.fetch(`${node}${path}`, { method, headers, body }), late])
  } finally {
    clearTimeout(timer)
  }
}

function credentials({ user, password }: Kit['settings']): Record<string, string> {
  if (typeof user !== 'string' || user === '') return {}
  const bytes = new TextEncoder().encode(`${user}:${String(password)}`)
  return { authorization: `Basic ${btoa(String.fromCodePoint(...bytes))}` }
}

/** The body of a response. Other statuses are a problem of the cluster, such as a full disk or a wrong password. */
export function readBody(
  { status, body }: KitResponse,
  allowed: readonly number[] = [200],
): unknown {
  if (!allowed.includes(status))
    throw new Rejection(`OpenSearch responded with status ${status}: ${reasonOf(body)}`)
  try {
    return JSON.parse(body === '' ? 'null' : body) as unknown
  } catch {
    throw new Rejection('The response is not that of OpenSearch.')
  }
}

function reasonOf(body: string) {
  const [, reason = ''] = /"reason"\s*:\s*"([^"]{1,200})/.exec(body) ?? []
  return reason
}
