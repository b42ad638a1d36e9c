import { type ReasonNumber, reasonCatalog } from '@stoa/contract/features/reasons'
import type { Translate } from '@stoa/locales/translate'
import type { LabelTone } from '../../../ui/label.tsx'
import type { DeskCase } from './desk-case.ts'

type CaseLabel = { text: string; tone: LabelTone }

const severe: readonly ReasonNumber[] = [57, 58]

/** What the case is about: each reason with the number of its flags. */
export function labelsOf(one: DeskCase, t: Translate): CaseLabel[] {
  const counts = new Map<ReasonNumber, number>()
  for (const { reason } of one.flags) {
    const number = reason.reason_type as ReasonNumber
    counts.set(number, (counts.get(number) ?? 0) + 1)
  }
  return [...counts].map(([number, count]) => ({
    text: count > 1 ? `${nameOf(number, t)} ${count}` : nameOf(number, t),
    tone: severe.includes(number) ? 'bad' : 'plain',
  }))
}

function nameOf(number: ReasonNumber, t: Translate) {
  return t(`reason.${reasonCatalog[number].name}`)
}
