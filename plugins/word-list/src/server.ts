import { definePlugin } from '@stoa/plugin-kit/server'
import type { PluginValues } from '@stoa/contract/plugin-fields'
import { findMatch, parsePatterns } from './patterns.ts'

const approve = { verdict: 'approve' } as const

export default definePlugin({
  review(content, { settings }) {
    if (content.author.reputation >= numberOf(settings, 'exempt_reputation')) return approve
    const text = [content.title, content.text, ...content.tags].join('\n')
    const rejected = findMatch(text, parsePatterns(linesOf(settings, 'reject')))
    if (rejected !== null) return { verdict: 'reject', reason: `Contains “${rejected}”.` }
    const held = findMatch(text, parsePatterns(linesOf(settings, 'hold')))
    if (held !== null) return { verdict: 'hold', reason: `Contains “${held}”.` }
    const host = findHost(content.links, linesOf(settings, 'hold_hosts'))
    if (host !== null) return { verdict: 'hold', reason: `Links to ${host}.` }
    const network = linesOf(settings, 'hold_ips').find((start) => isFrom(content.ip, start))
    if (network !== undefined) return { verdict: 'hold', reason: `Comes from ${network}.` }
    return approve
  },

  checkSettings(settings) {
    const problems: Record<string, string> = {}
    for (const name of ['hold', 'reject']) {
      const invalid = parsePatterns(linesOf(settings, name)).find(({ regex }) => regex === null)
      if (invalid !== undefined) problems[name] = `${invalid.line} is not a regular expression.`
    }
    return problems
  },
})

function linesOf(settings: PluginValues, name: string): string[] {
  const text = settings[name]
  if (typeof text !== 'string') return []
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

function numberOf(settings: PluginValues, name: string): number {
  const value = settings[name]
  return value === '' || value === undefined ? Infinity : Number(value)
}

function findHost(links: readonly string[], hosts: readonly string[]): string | null {
  const found = links.map((link) => URL.parse(link)?.hostname ?? '')
  const listed = hosts.map((host) => host.toLowerCase())
  return (
    listed.find((host) => found.some((name) => name === host || name.endsWith(`.${host}`))) ?? null
  )
}

function isFrom(ip: string, start: string): boolean {
  return ip === start || ip.startsWith(/[.:]$/.test(start) ? start : `${start}.`)
}
