import { type JobQueues, listJobs } from '@stoa/contract/features/operations'
import { FailedJobs } from '../../features/admin/operations/failed-jobs.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { useFormats } from '../../kernel/formats.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Figures } from '../../ui/chart/figures.tsx'
import { PageHead, Section } from '../../ui/section.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { Table } from '../../ui/table.tsx'
import type { Route } from './+types/jobs.ts'

export async function loader(args: Route.LoaderArgs) {
  return await apiFrom(args).call(listJobs, {})
}

export default function Jobs({ loaderData: jobs }: Route.ComponentProps) {
  const t = useTranslate()
  const { number } = useFormats()
  const failures = jobs.failed.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <PageMeta title={t('jobs.title')} noIndex />
      <PageHead
        title={t('jobs.title')}
        note={
          <StatusLabel tone={failures === 0 ? 'ok' : 'bad'}>
            {t('jobs.state', { count: failures })}
          </StatusLabel>
        }
      />
      <p className="mt-1 mb-6 max-w-measure text-md leading-body text-ink-2">{t('jobs.about')}</p>
      <Figures
        figures={[
          { label: t('jobs.waiting'), value: number(jobs.waiting) },
          { label: t('jobs.running'), value: number(jobs.active) },
          { label: t('jobs.failed'), value: number(failures) },
        ]}
      />
      <div className="mt-10 grid gap-10">
        <Section title={t('jobs.failed')}>
          {jobs.failed.length === 0 ? (
            <p className="py-2 text-md text-ink-3">{t('jobs.none_failed')}</p>
          ) : (
            <FailedJobs failed={jobs.failed} />
          )}
        </Section>
        <Section title={t('jobs.queues')}>
          {jobs.queues.length === 0 ? (
            <p className="py-2 text-md text-ink-3">{t('jobs.none_waiting')}</p>
          ) : (
            <Queues queues={jobs.queues} />
          )}
        </Section>
      </div>
    </>
  )
}

function Queues({ queues }: Pick<JobQueues, 'queues'>) {
  const t = useTranslate()
  const { number } = useFormats()
  return (
    <Table
      caption={t('jobs.queues')}
      rows={queues}
      rowKey={({ name }) => name}
      columns={[
        {
          id: 'name',
          head: t('jobs.queue'),
          narrow: 'title',
          cell: ({ name }) => <span dir="ltr">{name}</span>,
        },
        {
          id: 'waiting',
          head: t('jobs.waiting'),
          align: 'end',
          cell: ({ waiting }) => number(waiting),
        },
        {
          id: 'active',
          head: t('jobs.running'),
          align: 'end',
          cell: ({ active }) => number(active),
        },
      ]}
    />
  )
}
