import { definePlugin, html } from '@stoa/plugin-kit/server'
import { parseLinks } from './links.ts'

export default definePlugin({
  slots: {
    navigation(_props, { settings }) {
      const links = parseLinks(textOf(settings['links'])).flatMap((line) => line.link ?? [])
      if (links.length === 0) return ''
      const items = links.map(({ text, url }) => html`<li><a href="${url}">${text}</a></li>`)
      const title = html`<p>${textOf(settings['title'])}</p>`
      const list = html`<ul>
        ${items}
      </ul>`
      return html`${title}${list}`.toString()
    },
  },

  checkSettings({ links }): Record<string, string> {
    const wrong = parseLinks(textOf(links)).find(({ link }) => link === null)
    if (wrong === undefined) return {}
    return { links: `Write a text and a URL in line ${wrong.number}: ${wrong.line}` }
  },
})

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
