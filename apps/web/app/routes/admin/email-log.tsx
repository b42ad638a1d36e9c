import { listMailLog } from '@stoa/contract/features/mail'
import { apiFrom } from '../../kernel/api.server.ts'
import { RelativeTime } from '../../kernel/formats.tsx'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, pickOption, toListPage, withQuery } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/section.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { Table } from '../../ui/table.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import type { Route } from './+types/email-log.ts'

const pageSize = 50
const path = '/admin/email-log'
const statuses = ['all', 'sent', 'failed'] as const

export async function loader(args: Route.LoaderArgs) {
  const { searchParams: query } = args.url
  const page = parsePageNumber(query)
  const status = pickOption(statuses, query.get('status'))
  const filter = status === 'all' ? {} : { status }
  const mails = await apiFrom(args).call(listMailLog, { ...filter, page, page_size: pageSize })
  return { status, ...toListPage(mails, page, pageSize) }
}

export default function EmailLog({ loaderData }: Route.ComponentProps) {
  const { status, list, page, pages } = loaderData
  const t = useTranslate()
  return (
    <>
      <PageMeta title={t('email_log.title')} noIndex />
      <PageHead title={t('email_log.title')} />
      <p className="mt-1 mb-3 max-w-measure text-md leading-body text-ink-2">
        {t('email_log.about')}
      </p>
      <TabLinks
        line
        label={t('email_log.status')}
        items={statuses.map((value) => ({
          href: withQuery(path, { status: value === 'all' ? undefined : value }),
          label: t(`email_log.status.${value}`),
          current: value === status,
        }))}
      />
      {list.length === 0 ? (
        <EmptyState title={t('email_log.empty')}>{t('email_log.empty_text')}</EmptyState>
      ) : (
        <div className="mt-4">
          <Table
            caption={t('email_log.title')}
            rows={list}
            rowKey={({ id }) => id}
            columns={[
              {
                id: 'subject',
                head: t('email_log.subject'),
                narrow: 'title',
                cell: ({ subject, error }) => (
                  <span className="min-w-0">
                    <bdi className="break-words">{subject}</bdi>
                    {error !== '' && (
                      <span className="block text-sm break-words text-bad" dir="ltr">
                        {error}
                      </span>
                    )}
                  </span>
                ),
              },
              {
                id: 'recipient',
                head: t('email_log.recipient'),
                cell: ({ recipient }) => (
                  <span className="break-all" dir="ltr">
                    {recipient}
                  </span>
                ),
              },
              {
                id: 'status',
                head: t('email_log.status'),
                cell: (mail) => (
                  <StatusLabel tone={mail.status === 'sent' ? 'ok' : 'bad'}>
                    {t(`email_log.status.${mail.status}`)}
                  </StatusLabel>
                ),
              },
              {
                id: 'time',
                head: t('email_log.time'),
                align: 'end',
                cell: ({ created_at: at }) => <RelativeTime at={at} />,
              },
            ]}
          />
          <PageLinks
            page={page}
            pages={pages}
            hrefFor={(number) =>
              withQuery(path, {
                status: status === 'all' ? undefined : status,
                page: number > 1 ? number : undefined,
              })
            }
          />
        </div>
      )}
    </>
  )
}
