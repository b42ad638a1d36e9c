import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { searchPath } from './search-path.ts'

const tips = [
  ['[css]', 'search.tip_tag'],
  ['"two words"', 'search.tip_phrase'],
  ['-word', 'search.tip_not'],
  ['user:me', 'search.tip_user'],
  ['answers:0', 'search.tip_unanswered'],
  ['score:3', 'search.tip_score'],
  ['hasaccepted:no', 'search.tip_accepted'],
  ['is:question', 'search.tip_question'],
  ['is:answer', 'search.tip_answer'],
] as const

/** Examples of search operators; a click adds one to the search. */
export function SearchTips({ text }: { text: string }) {
  const t = useTranslate()
  return (
    <Section title={t('search.tips')} size="sm">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2 pointer-coarse:gap-y-6 text-sm text-ink-2">
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
    </Section>
  )
}
