import type { ResponseOf } from '@stoa/contract/endpoint'
import type { getDashboard } from '@stoa/contract/features/dashboard'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Figures } from '../../../ui/chart/figures.tsx'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { toWaitText } from './wait-text.ts'

type Facts = { facts: ResponseOf<typeof getDashboard> }

export function ContentFigures({ facts }: Facts) {
  const t = useTranslate()
  const { count } = useFormats()
  const rate = (value: string) => t('figure.percent', { value: String(Math.round(Number(value))) })
  return (
    <Section
      title={t('figure.content')}
      aside={facts.is_estimate ? t('figure.estimate') : undefined}
    >
      <div className="py-2">
        <Figures
          figures={[
            {
              label: t('figure.questions'),
              value: count(facts.question_count),
              change: {
                text: t('figure.resolved', { percent: rate(facts.resolved_rate) }),
                tone: 'plain',
              },
            },
            { label: t('figure.answers'), value: count(facts.answer_count) },
            { label: t('figure.comments'), value: count(facts.comment_count) },
            { label: t('figure.votes'), value: count(facts.vote_count) },
            { label: t('figure.users'), value: count(facts.user_count) },
          ]}
        />
      </div>
    </Section>
  )
}

export function InstallationFacts({ facts }: Facts) {
  const t = useTranslate()
  const { number } = useFormats()
  const { version, revision } = facts.version_info
  const rows: [string, string, string?][] = [
    [t('figure.version'), revision === '' ? version : `${version} (${revision.slice(0, 8)})`],
    [t('figure.uptime'), toWaitText(Number(facts.app_start_time), t)],
    [t('figure.database'), `PostgreSQL ${facts.database_version}, ${facts.database_size}`],
    [t('figure.files'), facts.occupying_storage_space],
    ['Node.js', facts.go_version],
    [t('figure.email'), t(`figure.email.${facts.smtp}`)],
    [t('figure.https'), t(facts.https ? 'figure.yes' : 'figure.no')],
    [t('figure.time_zone'), facts.time_zone],
    [t('figure.access'), t(facts.login_required ? 'figure.private' : 'figure.public')],
    [t('figure.cases'), number(facts.report_count), '/review'],
  ]
  return (
    <Section
      title={t('figure.installation')}
      aside={<Link href="/admin/health">{t('health.title')}</Link>}
    >
      <dl className="grid gap-x-10 sm:grid-cols-2">
        {rows.map(([name, value, href]) => (
          <div
            key={name}
            className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 border-b border-line py-1 text-sm"
          >
            <dt className="text-ink-3">{name}</dt>
            <dd className="numeral">
              {href === undefined ? (
                <bdi>{value}</bdi>
              ) : (
                <Link href={href} className="hit text-accent-ink underline">
                  {value}
                </Link>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
