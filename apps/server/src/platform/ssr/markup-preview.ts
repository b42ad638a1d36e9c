import {
  markupFields,
  markupPreviewParameter,
  previewCustomMarkup,
} from '@stoa/contract/features/settings-previews'
import { defaultLocale } from '@stoa/locales/languages'
import type { PageHandler } from '@stoa/web/platform/host.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PagePlugins } from './page-plugins.ts'
import { sendPage } from './page-response.ts'
import { toHostRequest, toWebRequest } from './request.ts'
import type { WebOptions } from './web-options.ts'

/**
 * Whether a form asks for a page with the custom markup that it contains. It is sent to the URL of the page, so that the page hydrates
 * like any other. Reads ignore the parameter.
 */
export function isMarkupPreview({ method, query }: FastifyRequest) {
  return method === 'POST' && Object.hasOwn(query as object, markupPreviewParameter)
}

type PreviewOptions = {
  origin: string
  options: WebOptions
  plugins: PagePlugins
  handler: PageHandler
}

export async function sendMarkupPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PreviewOptions,
) {
  return await sendPage(request, reply, await renderPreview(request, reply, options), false)
}

/** Renders the page as a GET request would, for whoever may call `previewCustomMarkup`. Stores nothing. */
async function renderPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  { origin, options, plugins, handler }: PreviewOptions,
): Promise<Response> {
  const markup = await readMarkup(request)
  const hostRequest = toHostRequest(request, options, plugins)
  const { status } =
    markup === null
      ? { status: 400 }
      : await hostRequest.call(previewCustomMarkup, markup, defaultLocale, {})
  if (markup === null || status !== 200) return rejectPreview(status)
  const page = toWebRequest(request, reply, origin, 'GET')
  const custom = options.draftMarkup(markup)
  return await handler(page, { ...hostRequest, custom, isMarkupPreview: true })
}

async function readMarkup({ body, headers }: FastifyRequest) {
  const type = headers['content-type'] ?? ''
  if (!Buffer.isBuffer(body)) return null
  try {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': type },
    }).formData()
    const read = (field: string) => {
      const value = form.get(field)
      // Forms send CRLF, and browsers compare the hashes of styles with LF.
      return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
    }
    return Object.fromEntries(markupFields.map((field) => [field, read(field)])) as Record<
      (typeof markupFields)[number],
      string
    >
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

function rejectPreview(status: number) {
  const text = 'Only admins can preview custom CSS and HTML.\n'
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  return new Response(text, { status: status === 401 ? 403 : status, headers })
}
