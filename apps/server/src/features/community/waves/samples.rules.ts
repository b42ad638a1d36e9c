import { similarityOf } from '../../content/holding/signature.rules.ts'
export type ComparedPost = { objectId: string; signature: readonly number[] }
export type SampleGroup = { objectId: string; copies: number; likeness: number }

/** Texts with fewer equal values are shown as different samples. */
const minLikeness = 0.5

/**
 * Groups posts with similar text, largest group first. Every post is compared with the first one of each group, so the time
 * is bounded by the number of groups.
 */
export function groupSamples(posts: readonly ComparedPost[], maxGroups: number): SampleGroup[] {
  const groups: (SampleGroup & { signature: readonly number[] })[] = []
  for (const { objectId, signature } of posts) {
    const best = findMostAlike(groups, signature)
    if (best !== null) {
      best.group.copies++
      best.group.likeness = Math.min(best.group.likeness, Math.round(best.likeness * 100))
    } else if (groups.length < maxGroups * 4) {
      groups.push({ objectId, signature, copies: 1, likeness: 100 })
    }
  }
  return groups
    .toSorted((a, b) => b.copies - a.copies)
    .slice(0, maxGroups)
    .map(({ objectId, copies, likeness }) => ({ objectId, copies, likeness }))
}

function findMostAlike<Group extends { signature: readonly number[] }>(
  groups: readonly Group[],
  signature: readonly number[],
) {
  let best: { group: Group; likeness: number } | null = null
  for (const group of groups) {
    const likeness = similarityOf(group.signature, signature)
    if (likeness >= minLikeness && likeness > (best?.likeness ?? 0)) best = { group, likeness }
  }
  return best
}
