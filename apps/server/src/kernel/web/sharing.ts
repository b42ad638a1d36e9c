import type { IncomingMessage } from 'node:http'
import type { Answer } from '../pages/kept-page.ts'
import { addressFinder, type FindAddress, type SharedAddress } from '../pages/page-key.ts'
import { type PageCall, tagsOf } from '../pages/page-tags.ts'
import { surrogateKeyOf } from '../pages/surrogate-key.ts'
import type { Reader } from '../pages/pages.ts'
import type { SettingsStore } from '../settings.ts'
import type { Handlers, WebOptions } from './mount.ts'
import { sharedHeaders } from './reply.ts'
import { hostRequestOf } from './request.ts'

/** What the pages that are kept for visitors need to know beyond how any page is made. */
export type Sharing = {
  settings: SettingsStore
  /** Calls whose reply changes only with what stands in it. */
  lone: ReadonlySet<string>
  /** Whether a CDN is told what stands on pages. */
  hasKeys: boolean
  /** The question that a call counts a view of. */
  viewedBy(call: PageCall): string | null
  /** Where a request comes from, past the proxies that are trusted. */
  addressOf(request: IncomingMessage): string
  noteView(questionId: string, address: string, userAgent: string): void
}

/** Lets visitors share pages. Gives what finds the address of a page that may be shared. */
export async function shareWith(
  options: WebOptions,
  handlers: () => Promise<Handlers>,
): Promise<FindAddress> {
  const { sharing, pages } = options
  if (sharing === null) return () => null
  const { sharedPages } = (await handlers()).host
  const findAddress = addressFinder(sharing.settings, sharedPages)
  pages.usePages({
    findAddress,
    make: (address, reader) => makeShared(options, sharing, handlers, { address, reader }),
    shown({ questionIds }, request) {
      for (const id of questionIds)
        sharing.noteView(id, sharing.addressOf(request), request.headers['user-agent'] ?? '')
    },
  })
  return (request) => {
    const address = findAddress(request)
    return address !== null && sharedPages.isShared(address.url.split('?')[0] ?? '')
      ? address
      : null
  }
}

/** Makes a page of its address alone: nothing else of whoever asks for it can get into it. */
async function makeShared(
  options: WebOptions,
  sharing: Sharing,
  handlers: () => Promise<Handlers>,
  { address, reader }: { address: SharedAddress; reader: Reader },
): Promise<Answer> {
  const { handler, host } = await handlers()
  const { themeCookie, localeCookie } = host.sharedPages
  const theme = address.theme === '' ? '' : `; ${themeCookie}=${address.theme}`
  const headers = { cookie: `${localeCookie}=${address.locale}${theme}` }
  const calls: PageCall[] = []
  const from = hostRequestOf(
    {
      token: null,
      device: null,
      address: reader === null ? '' : sharing.addressOf(reader.request),
      userAgent: reader?.request.headers['user-agent'] ?? '',
      requestId: reader?.requestId ?? 'renewal',
      kind: 'document',
      isSafe: false,
    },
    options,
  )
  const response = await handler(
    new Request(new URL(options.siteUrl()).origin + address.url, { headers }),
    {
      ...from,
      async call(endpoint, input, locale, callOptions) {
        const envelope = await from.call(endpoint, input, locale, callOptions)
        calls.push({ path: endpoint.path, input, data: envelope.data })
        return envelope
      },
    },
  )
  const tags = tagsOf(calls, sharing.lone)
  return {
    status: response.status,
    headers: {
      ...sharedHeaders(response, options.siteUrl()),
      ...(sharing.hasKeys && response.status === 200
        ? { 'surrogate-key': surrogateKeyOf(tags) }
        : {}),
    },
    body: host.bodyOf(response) ?? Buffer.from(await response.arrayBuffer()),
    tags,
    questionIds: calls.flatMap((call) => sharing.viewedBy(call) ?? []),
  }
}
