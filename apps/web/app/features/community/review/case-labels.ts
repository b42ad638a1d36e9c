import { type ReasonNumber, reasonCatalog } from '@stoa/contract/features/reasons'
import type { Translate } from '@stoa/locales/translate'
import type { LabelTone } from '../../../ui/label.tsx'
import type { DeskCase, FlaggedCase, FlaggedUserCase, SuggestedCase } from './desk-case.ts'

type CaseLabel = { text: string; tone: LabelTone }

/** What the case is about. */
export function labelsOf(one: DeskCase, t: Translate): CaseLabel[] {
  if (one.queue === 'flagged_post' || one.queue === 'flagged_user') return reasonLabels(one, t)
  if (one.queue === 'suggested_post_edit') return changeLabels(one, t)
  return [{ text: t(`review.kind.${one.kind}`), tone: 'plain' }]
}

const severe: readonly ReasonNumber[] = [57, 58, 77]

/** Each reason with the number of its flags. */
function reasonLabels({ flags }: FlaggedCase | FlaggedUserCase, t: Translate): CaseLabel[] {
  const counts = new Map<ReasonNumber, number>()
  for (const { reason } of flags) {
    const number = reason.reason_type as ReasonNumber
    counts.set(number, (counts.get(number) ?? 0) + 1)
  }
  return [...counts].map(([number, count]) => {
    const name = t(`reason.${reasonCatalog[number].name}`)
    return {
      text: count > 1 ? `${name} ${count}` : name,
      tone: severe.includes(number) ? 'bad' : 'plain',
    }
  })
}

function changeLabels({ current, suggested, applies }: SuggestedCase, t: Translate): CaseLabel[] {
  const slugs = (texts: typeof current) => texts.tags.map((tag) => tag.slug_name).join(' ')
  const parts = [
    current.title !== suggested.title && t('review.part.title'),
    current.content !== suggested.content && t('review.part.text'),
    slugs(current) !== slugs(suggested) && t('review.part.tags'),
  ].filter((text) => text !== false)
  const labels = parts.map((text) => ({ text, tone: 'plain' as const }))
  if (applies === 'clean') return labels
  return [{ text: t(`review.applies.${applies}`), tone: 'warn' }, ...labels]
}
