import { definePlugin } from '@stoa/plugin-kit/server'
import type { PluginValues } from '@stoa/contract/plugin-fields'

export default definePlugin({
  async review(content, { settings, fetch }) {
    const { objectType, title, text, links, tags, language, author } = content
    const { reputation, ageInDays } = author
    const shared = settings['send_author'] === true ? { author: { reputation, ageInDays } } : {}
    const response = await fetch(String(settings['url']), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization(settings) },
      body: JSON.stringify({ objectType, title, text, links, tags, language, ...shared }),
    })
    if (response.status !== 200) throw new Error(`the service responded with ${response.status}`)
    const spam = readSpam(response.body)
    const reason = `The classifier is ${Math.round(spam * 100)} % sure that this is spam.`
    if (spam > Number(settings['reject_above'])) return { verdict: 'reject', reason }
    if (spam > Number(settings['hold_above'])) return { verdict: 'hold', reason }
    return { verdict: 'approve' }
  },

  checkSettings(settings) {
    const problems: Record<string, string> = {}
    for (const name of ['hold_above', 'reject_above']) {
      const value = Number(settings[name])
      if (!(value >= 0 && value <= 1)) problems[name] = 'Enter a number from 0 to 1.'
    }
    return problems
  },
})

function authorization({ token }: PluginValues): Record<string, string> {
  return token === '' || token === undefined ? {} : { authorization: `Bearer ${String(token)}` }
}

function readSpam(body: string): number {
  const { spam } = JSON.parse(body) as { spam?: unknown }
  if (typeof spam !== 'number' || !(spam >= 0 && spam <= 1))
    throw new Error('the service did not respond with a number from 0 to 1')
  return spam
}
