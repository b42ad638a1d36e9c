import type { HealthCheck, HealthLevel } from '@stoa/contract/features/health'
import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from 'lucide-react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { fixLinkOf, useHealthText } from './health-text.ts'

type Checks = { checks: readonly HealthCheck[] }

/** Each with its way out, worst first. */
export function HealthProblems({ checks }: Checks) {
  const t = useTranslate()
  const toText = useHealthText()
  const problems = checks.filter(({ level }) => level === 'problem')
  if (problems.length === 0) return null
  return (
    <ul className="mt-4 grid gap-2 *:*:max-w-none">
      {problems.map((check) => {
        const { found, fix } = toText(check)
        return (
          <li key={check.name}>
            <Notice tone="bad" title={`${t(`health.check.${check.name}`)}: ${found}.`}>
              {fix} <FixLink check={check} />
            </Notice>
          </li>
        )
      })}
    </ul>
  )
}

const icons = {
  ok: { Icon: CircleCheck, color: 'text-ok' },
  skipped: { Icon: CircleMinus, color: 'text-ink-3' },
  warning: { Icon: TriangleAlert, color: 'text-warn' },
  problem: { Icon: CircleX, color: 'text-bad' },
} as const satisfies Record<HealthLevel, unknown>

export function HealthChecks({ checks }: Checks) {
  return (
    <ul>
      {checks.map((check) => (
        <HealthRow key={check.name} check={check} />
      ))}
    </ul>
  )
}

function HealthRow({ check }: { check: HealthCheck }) {
  const t = useTranslate()
  const { found, fix } = useHealthText()(check)
  const { Icon, color } = icons[check.level]
  return (
    <li className="grid min-h-10 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 border-b border-line py-2 text-md last:border-0">
      <span className={classNames('text-lg', color)}>
        <Icon className="icon" role="img" aria-label={t(`health.level.${check.level}`)} />
      </span>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span>{t(`health.check.${check.name}`)}</span>
        <span className="text-sm break-words text-ink-3">{found}</span>
      </div>
      {check.level === 'warning' && fix !== '' && (
        <p className="col-start-2 max-w-measure text-sm text-ink-2">
          {fix} <FixLink check={check} />
        </p>
      )}
    </li>
  )
}

function FixLink({ check: { code } }: { check: HealthCheck }) {
  const t = useTranslate()
  const href = fixLinkOf(code)
  if (href === null) return null
  return <TextLink href={href}>{t(`health.link.${linkNames[href] ?? 'page'}`)}</TextLink>
}

const linkNames: Partial<
  Record<string, 'settings' | 'jobs' | 'email_log' | 'webhooks' | 'search'>
> = {
  '/admin/general': 'settings',
  '/admin/smtp': 'settings',
  '/admin/jobs': 'jobs',
  '/admin/email-log': 'email_log',
  '/admin/webhooks': 'webhooks',
  '#search-index': 'search',
}
