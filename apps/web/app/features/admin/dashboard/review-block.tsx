import type { ResponseOf } from '@stoa/contract/endpoint'
import type { FiguresOfPeriod, getDashboard, QueueFigures } from '@stoa/contract/features/dashboard'
import type { ReactNode } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { toWaitText } from './wait-text.ts'

type OpenCases = ResponseOf<typeof getDashboard>['open_cases']
type Row = QueueFigures & { open: OpenCases[number] | undefined }
type ReviewBlockProps = { figures: FiguresOfPeriod; openCases: OpenCases }

/** What there was to review, and how long it took. */
export function ReviewBlock({ figures, openCases }: ReviewBlockProps) {
  const t = useTranslate()
  const rows = figures.review.map((queue) => ({
    ...queue,
    open: openCases.find(({ name }) => name === queue.name),
  }))
  const hasCases = rows.some(
    ({ open, current, previous }) =>
      (open?.count ?? 0) + current.opened + current.decided + previous.decided > 0,
  )
  return (
    <Section
      title={t('figure.review')}
      aside={
        <TextLink href="/review" className="inline-flex min-h-target items-center">
          {t('figure.see_review')}
        </TextLink>
      }
    >
      {hasCases ? (
        <QueueTable rows={rows} />
      ) : (
        <p className="py-2 text-sm text-ink-3">{t('figure.review_none')}</p>
      )}
      <Reviewers figures={figures} />
    </Section>
  )
}

function QueueTable({ rows }: { rows: Row[] }) {
  const t = useTranslate()
  const column = (id: string, head: string, cell: (row: Row) => ReactNode): Column<Row> => ({
    id,
    head,
    cell,
    narrow: 'figure',
    align: 'end',
  })
  const columns: Column<Row>[] = [
    {
      id: 'queue',
      head: t('figure.queue'),
      cell: ({ name }) => t(`review.queue.${name}`),
      narrow: 'title',
    },
    column('opened', t('figure.opened'), ({ current, previous }) => (
      <WithFormer href="/review" count={current.opened} former={previous.opened} />
    )),
    column('decided', t('figure.decided'), ({ current, previous }) => (
      <WithFormer href="/review/history" count={current.decided} former={previous.decided} />
    )),
    column('median', t('figure.decision_median'), ({ current, previous }) => (
      <Wait seconds={current.median} former={previous.median} />
    )),
    column('p90', t('figure.decision_slowest'), ({ current }) => <Wait seconds={current.p90} />),
    column('open', t('figure.open_now'), ({ open }) => <Open cases={open} />),
  ]
  return (
    <Table caption={t('figure.review')} columns={columns} rows={rows} rowKey={({ name }) => name} />
  )
}

const target = 'inline-flex min-h-target min-w-target items-center justify-end'

function WithFormer({ href, count, former }: { href: string; count: number; former: number }) {
  const t = useTranslate()
  const { number } = useFormats()
  return (
    <span className="numeral">
      <TextLink href={href} className={target}>
        {number(count)}
      </TextLink>{' '}
      <span className="text-ink-3">{t('figure.was', { value: number(former) })}</span>
    </span>
  )
}

function Wait({ seconds, former = null }: { seconds: number | null; former?: number | null }) {
  const t = useTranslate()
  return (
    <span className="numeral">
      {seconds === null ? '–' : toWaitText(seconds, t)}
      {former !== null && (
        <span className="text-ink-3"> {t('figure.was', { value: toWaitText(former, t) })}</span>
      )}
    </span>
  )
}

function Open({ cases }: { cases: OpenCases[number] | undefined }) {
  const t = useTranslate()
  const { number, date } = useFormats()
  return (
    <span className="numeral">
      <TextLink href="/review" className={target}>
        {number(cases?.count ?? 0)}
      </TextLink>
      {cases?.oldest_at && (
        <span className="text-ink-3">
          {' '}
          {t('figure.open_since', { date: date(cases.oldest_at) })}
        </span>
      )}
    </span>
  )
}

/** Names in the order of their decisions. */
function Reviewers({ figures: { reviewers, from, to } }: { figures: FiguresOfPeriod }) {
  const t = useTranslate()
  const { number } = useFormats()
  if (reviewers.length === 0) return null
  const day = (at: number) => new Date(at * 1000).toISOString().slice(0, 10)
  return (
    <>
      <h3 className="mt-5 mb-1 text-sm font-semibold">{t('figure.reviewers')}</h3>
      <ul className="grid gap-x-10 sm:grid-cols-2">
        {reviewers.map(({ user, decisions }) => (
          <li
            key={user.id}
            className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1 text-sm"
          >
            <TextLink
              href={`/review/log?${String(new URLSearchParams({ actor: user.username, from: day(from), to: day(to) }))}`}
              className="inline-flex min-h-target min-w-target items-center"
            >
              {user.display_name}
            </TextLink>
            <span className="numeral">{number(decisions)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
