import {
  getHealth,
  getMaintenance,
  type HealthCheck,
  listSlowRoutes,
} from '@stoa/contract/features/health'
import { formatNumber } from '@stoa/locales/format'
import { RefreshCw } from 'lucide-react'
import { useRevalidator } from 'react-router'
import { DoctorSection } from '../../features/admin/health/doctor-section.tsx'
import { HealthChecks, HealthProblems } from '../../features/admin/health/health-checks.tsx'
import { toSizeText } from '../../features/admin/health/health-text.ts'
import { ProcessList } from '../../features/admin/health/process-list.tsx'
import { SearchIndexSection } from '../../features/admin/health/search-index-section.tsx'
import { SlowRoutes, useTimeText } from '../../features/admin/health/slow-routes.tsx'
import { useMaintenance } from '../../features/admin/health/use-maintenance.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { RelativeTime, useFormats } from '../../kernel/formats.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Figures } from '../../ui/chart/figures.tsx'
import { PageHead, Section } from '../../ui/section.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import type { Route } from './+types/health.ts'

export async function loader(args: Route.LoaderArgs) {
  const api = apiFrom(args)
  const [health, slow, maintenance] = await Promise.all([
    api.call(getHealth, { origin: args.url.origin }),
    api.call(listSlowRoutes, {}),
    api.call(getMaintenance, {}),
  ])
  return { health, slow, maintenance }
}

export default function HealthPage({ loaderData }: Route.ComponentProps) {
  const { health, slow } = loaderData
  const t = useTranslate()
  const { revalidate, state } = useRevalidator()
  const maintenance = useMaintenance(loaderData.maintenance)
  return (
    <>
      <PageMeta title={t('health.title')} noIndex />
      <PageHead
        title={t('health.title')}
        note={<Verdict checks={health.checks} />}
        end={
          <Button
            size="sm"
            loading={state === 'loading'}
            icon={<RefreshCw className="icon" aria-hidden="true" />}
            onClick={() => void revalidate()}
          >
            {t('health.check_again')}
          </Button>
        }
      />
      <HealthProblems checks={health.checks} />
      <div className="mt-6">
        <HealthFigures {...loaderData} />
      </div>
      <div className="mt-10 grid gap-x-8 gap-y-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Section
          title={t('health.checks')}
          aside={t.rich('health.checked', {
            time: <RelativeTime key="time" at={health.checked_at} />,
          })}
        >
          <HealthChecks checks={health.checks} />
        </Section>
        <div className="grid min-w-0 content-start gap-10">
          <Section title={t('health.processes')}>
            <ProcessList processes={health.processes} />
          </Section>
          <SearchIndexSection {...maintenance} />
        </div>
      </div>
      <div className="mt-10 grid gap-10">
        <DoctorSection {...maintenance} />
        <Section
          title={t('health.slow_routes')}
          aside={t.rich('health.since', { time: <RelativeTime key="time" at={slow.since} /> })}
        >
          <p className="max-w-measure py-2 text-sm text-ink-3">{t('health.slow_about')}</p>
          <SlowRoutes routes={slow.routes} />
        </Section>
      </div>
    </>
  )
}

function Verdict({ checks }: { checks: readonly HealthCheck[] }) {
  const t = useTranslate()
  const isWorst = (level: string) => checks.some((check) => check.level === level)
  const tone = isWorst('problem') ? 'bad' : isWorst('warning') ? 'warn' : 'ok'
  const { length: count } = checks.filter(({ level }) => level === 'problem' || level === 'warning')
  return <StatusLabel tone={tone}>{t('health.verdict', { count })}</StatusLabel>
}

function HealthFigures({ health, slow }: Route.ComponentProps['loaderData']) {
  const t = useTranslate()
  const { number } = useFormats()
  const time = useTimeText()
  const valueOf = (name: string, value: string) =>
    Number(health.checks.find((check) => check.name === name)?.values[value] ?? 0)
  const { count, errors, p95 } = slow.total
  const percent = count === 0 ? 0 : (errors / count) * 100
  const total = valueOf('memory', 'total')
  return (
    <Figures
      figures={[
        { label: t('health.slowest'), value: time(p95, count) },
        {
          label: t('health.errors'),
          value: t('health.percent', { value: formatNumber(percent, t.tag, 2) }),
          change: {
            text: t('health.errors_of', { errors: number(errors), count: number(count) }),
            tone: 'plain',
          },
        },
        { label: t('health.jobs_waiting'), value: number(valueOf('jobs', 'waiting')) },
        {
          label: t('health.memory'),
          value: toSizeText(valueOf('memory', 'used'), t),
          change: { text: t('health.of', { total: toSizeText(total, t) }), tone: 'plain' },
        },
      ]}
    />
  )
}
