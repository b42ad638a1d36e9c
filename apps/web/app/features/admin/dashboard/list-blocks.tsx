import type { FiguresOfPeriod } from '@stoa/contract/features/dashboard'
import type { Translate } from '@stoa/locales/translate'
import type { ReactNode } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ShareBars } from '../../../ui/chart/share-bars.tsx'
import { TagChip } from '../../../ui/tag-chip.tsx'
import { tagPath } from '../../content/tags/tag-path.ts'
import { FigureBlock } from './figure-block.tsx'

type BlockProps = { figures: FiguresOfPeriod }

export function UnansweredBlock({ figures: { unanswered } }: BlockProps) {
  const t = useTranslate()
  const { number } = useFormats()
  const total = unanswered.reduce((sum, { count }) => sum + count, 0)
  const most = Math.max(1, ...unanswered.map(({ count }) => count))
  return (
    <FigureBlock
      title={t('figure.unanswered')}
      figures={[{ value: number(total), note: t('figure.unanswered_note') }]}
      action={{ href: '/questions?order=unanswered', label: t('figure.see_unanswered') }}
    >
      <ShareBars
        label={t('figure.unanswered')}
        items={unanswered.map(({ from_days: from, to_days: to, count }) => ({
          id: String(from),
          name: toAgeText(t, from, to),
          share: count / most,
          text: number(count),
        }))}
      />
    </FigureBlock>
  )
}

function toAgeText(t: Translate, from: number, to: number | null) {
  if (to === null) return t('figure.older', { days: from })
  return from === 0 ? t('figure.age_under', { to }) : t('figure.age', { from, to })
}

export function TagsWithoutExpertsBlock({ figures: { tags_without_experts: tags } }: BlockProps) {
  const t = useTranslate()
  const { number } = useFormats()
  return (
    <FigureBlock
      title={t('figure.tags_without_experts')}
      figures={[{ value: number(tags.length), note: t('figure.tags_without_experts_note') }]}
    >
      <TagRows
        empty={t('figure.tags_without_experts_none')}
        rows={tags.map(({ slug_name: name, questions, unanswered, regulars }) => ({
          name,
          text: t('figure.tag_open', {
            percent: number(Math.round((100 * unanswered) / Math.max(1, questions))),
            regulars,
          }),
        }))}
      />
    </FigureBlock>
  )
}

export function RisingTagsBlock({ figures: { rising_tags: tags } }: BlockProps) {
  const t = useTranslate()
  const { number } = useFormats()
  return (
    <FigureBlock
      title={t('figure.rising_tags')}
      figures={[{ value: number(tags.length), note: t('figure.rising_tags_note') }]}
    >
      <TagRows
        empty={t('figure.rising_tags_none')}
        rows={tags.map(({ slug_name: name, questions, questions_before: before }) => ({
          name,
          text: t('figure.tag_rise', { count: questions, before: number(before) }),
        }))}
      />
    </FigureBlock>
  )
}

function TagRows({ rows, empty }: { rows: { name: string; text: ReactNode }[]; empty: string }) {
  if (rows.length === 0) return <p className="text-sm text-ink-3">{empty}</p>
  return (
    <ul>
      {rows.map(({ name, text }) => (
        <li
          key={name}
          className="flex min-h-[max(2.25rem,var(--target))] flex-wrap items-center justify-between gap-x-3 border-b border-line py-1 text-sm last:border-0"
        >
          <TagChip name={name} href={tagPath(name)} />
          <span className="numeral text-ink-3">{text}</span>
        </li>
      ))}
    </ul>
  )
}
