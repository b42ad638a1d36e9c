// A browser as far as the login pages of providers need one: cookies, redirects and forms.

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

type Page = { url: string; html: string }
type Submission = { action: string; fields: Record<string, string> }

const maxRedirects = 20

export function aBrowser() {
  const jars = new Map<string, Map<string, string>>()
  let lastOrigin: string | null = null

  function cookiesOf(url: string): Map<string, string> {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }

  /** Not with fetch, which says that it is no browser. */
  async function send(url: string, form?: Record<string, string>) {
    const jar = cookiesOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = form === undefined ? undefined : String(new URLSearchParams(form))
    const sent = request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...navigationTo(url),
        cookie,
        accept: 'text/html',
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    })
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    for (const line of response.headers['set-cookie'] ?? []) storeCookie(jar, line)
    return { location: response.headers.location ?? null, html: await text(response) }
  }

  function navigationTo(url: string): Record<string, string> {
    const { origin } = new URL(url)
    const site = lastOrigin === origin ? 'same-origin' : 'cross-site'
    const from = lastOrigin === null ? 'none' : site
    lastOrigin = origin
    return { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': from }
  }

  /** Follows redirects to a page, or to a URL at another origin, which is not opened. */
  async function open(start: string, form?: Record<string, string>): Promise<Page> {
    const { origin } = new URL(start)
    let url = start
    let response = await send(start, form)
    for (let count = 0; count < maxRedirects; count++) {
      const { location, html } = response
      if (location === null) return { url, html }
      url = new URL(location, url).href
      if (new URL(url).origin !== origin) return { url, html: '' }
      response = await send(url)
    }
    throw new Error(`too many redirects at ${url}`)
  }

  return {
    open,
    cookiesOf,
    /** Sends the form of a page. */
    async submit(page: Page, fields: Record<string, string>): Promise<Page> {
      const form = readForm(page)
      return await open(form.action, { ...form.fields, ...fields })
    },
  }
}

function storeCookie(jar: Map<string, string>, line: string) {
  const [pair = ''] = line.split(';')
  const at = pair.indexOf('=')
  jar.set(pair.slice(0, at), pair.slice(at + 1))
  if (/expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) jar.delete(pair.slice(0, at))
}

/** The fields of the form of a page, and where the browser sends them. */
export function readForm({ url, html }: Page): Submission {
  const [form] = /<form[\s\S]*?<\/form>/.exec(html) ?? []
  if (form === undefined) throw new Error(`no form at ${url}: ${html.slice(0, 2000)}`)
  const action = readAttribute(form, 'action')
  const inputs = form.match(/<input[^>]*>/g) ?? []
  const fields = inputs.map((input) => [
    readAttribute(input, 'name'),
    readAttribute(input, 'value'),
  ])
  const sent = fields.filter(([name]) => name !== '')
  return {
    action: new URL(action, url).href,
    fields: Object.fromEntries(sent) as Submission['fields'],
  }
}

function readAttribute(element: string, name: string): string {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1] ?? ''
  return value.replaceAll('&amp;', '&')
}

export function readParameters(url: string): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams)
}
