import { apiPrefix, type Endpoint } from '@stoa/contract/endpoint'
import { endpoints } from '@stoa/contract/endpoints'
import { callPlugin } from '@stoa/contract/features/plugins'
import { JsonStream } from '@stoa/contract/json-stream'
import { defaultLocale } from '@stoa/locales/languages'
import type { Json, KitResponse } from '@stoa/plugin-kit/server'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { disableFaultedPlugin } from './features/admin/plugins/plugins.actions.ts'
import { startRebuild } from './features/discovery/search/plugin-rebuild.actions.ts'
import { PrivateAddressError, sendOutside } from './features/site/network/outgoing.actions.ts'
import type { Dispatch } from './kernel/route.ts'
import { transact } from './kernel/transact.ts'
import type { PlatformContext } from './platform/context.ts'
import type { ApiCall, KitServices, OutgoingFetch } from './platform/plugins/kit-requests.ts'

const maxResponseBytes = 1024 * 1024

/** Connects the kit of plugins to the API, and to other servers. */
export function connectPlugins(ctx: PlatformContext, dispatch: Dispatch) {
  ctx.plugins.onFaulted((fault) => transact(ctx, (tx) => disableFaultedPlugin(tx, fault)))
  ctx.plugins.connect({
    fetch: async (request) => await fetchOutside(ctx, request),
    callApi: async (slug, call, user) => await callApi(dispatch, slug, { call, user }),
    rebuildSearch: async (slug) => await transact(ctx, (tx) => startRebuild(tx, slug)),
  })
}

async function fetchOutside(ctx: PlatformContext, request: OutgoingFetch): Promise<KitResponse> {
  const { body, headers, isChosen, ...target } = request
  const allowsPrivate = isChosen || ctx.config.push_private_endpoints
  try {
    const response = await sendOutside(
      {
        ...target,
        headers: { 'user-agent': 'Stoa plugin', ...headers },
        body: body === '' ? null : Buffer.from(body),
      },
      { allowsPrivate, maxBodyBytes: maxResponseBytes },
    )
    const { status, body: content } = response
    return { status, headers: toPlainHeaders(response.headers), body: content.toString('utf8') }
  } catch (error) {
    // Says nothing about the network of the server.
    const isPrivate = error instanceof PrivateAddressError
    throw new Error(isPrivate ? error.message : 'The request failed.', { cause: error })
  }
}

function toPlainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')])
  return Object.fromEntries(entries) as Record<string, string>
}

/** Those that API keys may call: not what replaces or outlives a session, nor what is deleted for good. */
const callable = new Map(
  Object.values(endpoints)
    .flatMap((feature): Endpoint[] => Object.values(feature))
    .filter(({ allowsKeys, path, encoding }) => {
      return allowsKeys && encoding === 'json' && path.startsWith(`${apiPrefix}/`)
    })
    // A plugin that calls plugins could call itself without end.
    .filter((endpoint) => endpoint.path !== callPlugin.path)
    .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
)

type Request = { call: ApiCall; user: Parameters<KitServices['callApi']>[2] }

async function callApi(dispatch: Dispatch, slug: string, { call, user }: Request): Promise<Json> {
  const { method, path, input } = call
  const endpoint = callable.get(`${method} ${apiPrefix}/${path}`)
  if (endpoint === undefined || (user === null && !isReadByVisitors(endpoint)))
    throw new Error(`Plugins cannot call ${method} ${path}.`)
  const { token, locale, ip } = user ?? { token: null, locale: defaultLocale, ip: '127.0.0.1' }
  const caller = {
    token,
    locale,
    ip,
    deviceToken: null,
    userAgent: `Stoa plugin ${slug}`,
    requestId: randomUUID(),
  }
  const envelope = await dispatch(endpoint, input, caller, {})
  if (envelope.status >= 400) throw new Error(`${envelope.reason}: ${envelope.msg}`)
  if (envelope.data instanceof JsonStream) throw new Error(`The response of ${path} is too large.`)
  return (envelope.data ?? null) as Json
}

function isReadByVisitors({ access, changesState }: Endpoint) {
  return !changesState && (access === 'open' || access === 'public')
}
