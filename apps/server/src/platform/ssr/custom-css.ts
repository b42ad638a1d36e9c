import type { FastifyInstance } from 'fastify'
import type { CustomMarkup } from '@stoa/web/kernel/host-request.ts'
import { createHash } from 'node:crypto'

export const noCustomMarkup: CustomMarkup = {
  head: '',
  header: '',
  footer: '',
  sidebar: '',
  styleSources: [],
  imageOrigins: [],
}

const customCssPath = '/custom.css'

const immutable = 'public, max-age=31536000, immutable'
const shortLived = 'public, max-age=60'

/** Pages link to the version they were rendered with; other versions must not be cached for long. */
export function mountCustomCss(app: FastifyInstance, css: () => string) {
  const options = { config: { bypassesLimiter: true } } as const
  app.get<{ Querystring: { v?: string } }>(customCssPath, options, (request, reply) => {
    const text = css()
    const isCurrent = request.query.v === versionOf(text)
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', isCurrent ? immutable : shortLived)
      .send(text)
  })
}

export function styleSheetLink(css: string): string {
  if (css.trim() === '') return ''
  return `<link rel="stylesheet" href="${customCssPath}?v=${versionOf(css)}">`
}

/** The style sheet as an element, and its source for the content security policy. */
export function inlineStyleSheet(css: string) {
  // The same CSS, and no end of the element.
  const text = css.replaceAll(/<\/(?=style)/gi, '<\\/')
  const hash = createHash('sha256').update(text).digest('base64')
  return { html: `<style>${text}</style>`, source: `'sha256-${hash}'` }
}

/** A content hash in the URL, so that browsers may cache it forever. */
function versionOf(css: string): string {
  return createHash('sha256').update(css).digest('hex').slice(0, 12)
}
