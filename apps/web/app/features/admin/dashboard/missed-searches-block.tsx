import type { FiguresOfPeriod } from '@stoa/contract/features/dashboard'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { searchPath } from '../../discovery/search/search-path.ts'

/** What several visitors searched for without finding anything. */
export function MissedSearchesBlock({
  figures: { missed_searches: searches },
}: {
  figures: FiguresOfPeriod
}) {
  const t = useTranslate()
  const { number } = useFormats()
  return (
    <Section
      title={t('figure.missed_searches')}
      aside={
        <TextLink href="/admin/general" className="inline-flex min-h-target items-center">
          {t('figure.missed_searches_setting')}
        </TextLink>
      }
    >
      <p className="mb-2 max-w-measure text-sm text-ink-3">
        {t(searches.length === 0 ? 'figure.missed_searches_none' : 'figure.missed_searches_text')}
      </p>
      <ul className="grid gap-x-10 sm:grid-cols-2">
        {searches.map(({ words, searches: count }) => (
          <li
            key={words}
            className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1 text-sm"
          >
            <TextLink
              href={searchPath(words)}
              className="inline-flex min-h-target min-w-target items-center"
            >
              <bdi className="break-words">{words}</bdi>
            </TextLink>
            <span className="numeral flex-none text-ink-3">
              {t('figure.times_searched', { count, times: number(count) })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
