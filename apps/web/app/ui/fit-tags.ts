/** Width for tags in a row of a very narrow, a narrow and a wide list, in pixels. `list.css` has the list widths. */
const tierWidths = [120, 190, 320] as const
export type Tier = 0 | 1 | 2

const gap = 14
const moreWidth = 24
const letterWidth = 7
const wideLetterWidth = 13
const wideLetter = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/u

type FittedTags = {
  /** For each tag, the narrowest list that shows it; null if none does. */
  tiers: (Tier | null)[]
  /** How many tags each list leaves out. */
  hidden: Record<Tier, number>
}

/**
 * Estimates which tags fit completely, so that the server renders "+2" for the others without a layout shift.
 * `beside` is the label before the tags. The first tag is always shown.
 */
export function fitTags(names: readonly string[], beside = ''): FittedTags {
  const start = beside === '' ? 0 : estimateWidth(beside) + 30
  const ends = names.map((_, i) =>
    names.slice(0, i + 1).reduce((end, name) => end + estimateWidth(name) + gap, start),
  )
  const fits = (index: number, width: number) => {
    const rest = index === names.length - 1 ? 0 : moreWidth
    return index === 0 || (ends[index] ?? 0) - gap + rest <= width
  }
  const isShown = (index: number, tier: Tier) =>
    names.slice(0, index + 1).every((_, i) => fits(i, tierWidths[tier]))
  const tiers = names.map((_, i) => ([0, 1, 2] as const).find((tier) => isShown(i, tier)) ?? null)
  const countHidden = (tier: Tier) =>
    tiers.filter((shownFrom) => shownFrom === null || shownFrom > tier).length
  return { tiers, hidden: { 0: countHidden(0), 1: countHidden(1), 2: countHidden(2) } }
}

function estimateWidth(text: string): number {
  return [...text].reduce(
    (width, letter) => width + (wideLetter.test(letter) ? wideLetterWidth : letterWidth),
    0,
  )
}
