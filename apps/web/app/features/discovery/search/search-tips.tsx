import { ChevronDown } from 'lucide-react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Link } from '../../../ui/link.tsx'
import { searchPath } from './search-path.ts'

const tips = [
  ['[css]', 'search.tip_tag'],
  ['"two words"', 'search.tip_phrase'],
  ['-word', 'search.tip_not'],
  ['user:me', 'search.tip_user'],
  ['answers:0', 'search.tip_unanswered'],
  ['score:3', 'search.tip_score'],
  ['after:30d', 'search.tip_after'],
  ['before:2026-01-31', 'search.tip_before'],
  ['hasaccepted:no', 'search.tip_accepted'],
  ['is:question', 'search.tip_question'],
  ['is:answer', 'search.tip_answer'],
] as const

/** Examples of search operators; a click adds one to the search. */
export function SearchTips({ text }: { text: string }) {
  const t = useTranslate()
  return (
    <details className="group min-w-0">
      <summary className="section-rule flex min-h-control cursor-pointer list-none items-center justify-between gap-4 font-serif text-base leading-title font-semibold hover:text-accent-ink [&::-webkit-details-marker]:hidden">
        {t('search.tips')}
        <ChevronDown className="icon text-ink-3 group-open:rotate-180" aria-hidden="true" />
      </summary>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2 pointer-coarse:gap-y-6 text-sm text-ink-2">
        {tips.map(([sample, key]) => (
          <div key={sample} className="contents">
            <dt>
              <Link
                href={searchPath(`${text} ${sample}`.trim())}
                rel="nofollow"
                className="hit rounded-sm bg-wash px-1.5 py-0.5 font-mono text-xs text-ink hover:bg-accent-tint"
              >
                <bdi dir="ltr">{sample}</bdi>
              </Link>
            </dt>
            <dd>{t(key)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
