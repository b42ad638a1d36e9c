import type { moderationSettings } from '@stoa/contract/settings/moderation'
import type { SettingsOf } from '@stoa/contract/settings/group'
import type { ReviewedContent } from '@stoa/plugin-kit/reviewer'
import { toSearchText } from '@stoa/markdown/plain'
import type { HoldReason } from '../../../schema/held-posts.ts'
import { createNetworkMatcher } from '../../site/network/networks.rules.ts'
import { hasEmailDomain } from './email-domains.rules.ts'
import { createWordMatcher } from './words.rules.ts'

export type HoldSettings = SettingsOf<typeof moderationSettings>

export function hasHoldRules(settings: HoldSettings): boolean {
  const { hold_words, hold_networks, hold_email_domains } = settings
  const lists = [hold_words, hold_networks, hold_email_domains]
  return (
    settings.hold_first_posts > 0 ||
    settings.hold_links_below > 0 ||
    lists.some((list) => list.length > 0)
  )
}

/** What the rules need to know besides the content. */
export type AuthorFacts = { email: string | null; approvedComments: number }

/** All rules of the site that hold the content; none if it is published at once. */
export function findHoldReasons(
  content: ReviewedContent,
  { email, approvedComments }: AuthorFacts,
  settings: HoldSettings,
): HoldReason[] {
  const { author } = content
  const matches = matchersOf(settings)
  const approved = author.approvedQuestions + author.approvedAnswers + approvedComments
  const rules: Partial<Record<HoldReason, boolean>> = {
    first_posts: approved < settings.hold_first_posts,
    links: content.links.length > 0 && author.reputation < settings.hold_links_below,
    words: settings.hold_words.length > 0 && matches.words(textOf(content)),
    network: settings.hold_networks.length > 0 && matches.network(content.ip),
    email_domain: email !== null && hasEmailDomain(email, settings.hold_email_domains),
  }
  return (Object.keys(rules) as HoldReason[]).filter((reason) => rules[reason])
}

function textOf({ title, html, links, tags }: ReviewedContent) {
  return [title, toSearchText(html), ...links, ...tags].join('\n')
}

type Matchers = ReturnType<typeof createMatchers>
const matchersBySettings = new WeakMap<HoldSettings, Matchers>()

/** Created once for each change of the settings. */
function matchersOf(settings: HoldSettings): Matchers {
  const known = matchersBySettings.get(settings)
  if (known !== undefined) return known
  const matchers = createMatchers(settings)
  matchersBySettings.set(settings, matchers)
  return matchers
}

function createMatchers({ hold_words, hold_networks }: HoldSettings) {
  return { words: createWordMatcher(hold_words), network: createNetworkMatcher(hold_networks) }
}
