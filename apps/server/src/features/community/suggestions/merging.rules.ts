import type { ApplyState } from '@stoa/contract/features/suggestions'
import { limits } from '@stoa/contract/limits'
import { composeText, mergeLists, mergeTexts, mergeValue } from '@stoa/markdown/merge'
import { tagSlug } from '@stoa/markdown/slug'

/** What a suggestion changes. Fields that the kind of content does not have are empty. */
export type SuggestedTexts = {
  title: string
  slugName: string
  originalText: string
  tags: readonly string[]
}

type Merge = {
  base: SuggestedTexts | null
  suggested: SuggestedTexts
  current: SuggestedTexts
}

export type MergeResult = { state: ApplyState; texts: SuggestedTexts }

const unknownBase: SuggestedTexts = { title: '', slugName: '', originalText: '', tags: [] }

/** Three-way merge. Without the base, everything that differs is a conflict. */
export function mergeSuggestion({ base: known, suggested, current }: Merge): MergeResult {
  if (hasSameTexts(suggested, current)) return { state: 'no_change', texts: current }
  const base = known ?? unknownBase
  if (hasSameTexts(base, current)) return { state: 'clean', texts: suggested }
  const title = mergeValue(base.title, suggested.title, current.title)
  const slugName = mergeValue(base.slugName, suggested.slugName, current.slugName)
  const parts = mergeTexts(base.originalText, suggested.originalText, current.originalText)
  const tags = mergeTags(base.tags, suggested.tags, current.tags)
  const texts = {
    title: composeText([title], []),
    slugName: composeText([slugName], []),
    originalText: composeText(parts, []),
    tags,
  }
  const hasConflict = [title, slugName, ...parts].some(({ kind }) => kind === 'conflict')
  if (hasConflict || !isPossible(tags, current.tags)) return { state: 'conflict', texts: suggested }
  return hasSameTexts(texts, current)
    ? { state: 'no_change', texts: current }
    : { state: 'clean', texts }
}

function mergeTags(
  base: readonly string[],
  suggested: readonly string[],
  current: readonly string[],
) {
  const bySlug = new Map<string, string>()
  const names = mergeLists(base, suggested, current)
  for (const name of names) if (!bySlug.has(tagSlug(name))) bySlug.set(tagSlug(name), name)
  return [...bySlug.values()]
}

/** Answers and tags have none. */
function isPossible(tags: readonly string[], current: readonly string[]) {
  if (current.length === 0) return true
  return tags.length >= limits.tags.min && tags.length <= limits.tags.max
}

/** The order of tags does not matter. */
function hasSameTexts(one: SuggestedTexts, other: SuggestedTexts) {
  const slugs = new Set(other.tags.map((name) => tagSlug(name)))
  return (
    one.title === other.title &&
    one.slugName === other.slugName &&
    one.originalText === other.originalText &&
    one.tags.length === slugs.size &&
    one.tags.every((name) => slugs.has(tagSlug(name)))
  )
}
