import type { RouteTimes } from '@stoa/contract/features/health'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { type Column, Table } from '../../../ui/table.tsx'

/** Slower than the last bucket of the metrics. */
const slowest = 10

export function useTimeText() {
  const t = useTranslate()
  const { number } = useFormats()
  return (milliseconds: number | null, count: number) => {
    if (count === 0) return '–'
    return milliseconds === null
      ? t('health.over_seconds', { seconds: slowest })
      : t('health.milliseconds', { time: number(milliseconds) })
  }
}

export function SlowRoutes({ routes }: { routes: RouteTimes[] }) {
  const t = useTranslate()
  const { number } = useFormats()
  const time = useTimeText()
  const columns: Column<RouteTimes>[] = [
    {
      id: 'route',
      head: t('health.route'),
      narrow: 'title',
      cell: ({ method, route }) =>
        route === '/*' ? (
          t('health.pages', { method })
        ) : (
          <bdi dir="ltr" className="break-all">
            {method} {route}
          </bdi>
        ),
    },
    {
      id: 'count',
      head: t('health.requests'),
      narrow: 'figure',
      align: 'end',
      cell: ({ count }) => number(count),
    },
    ...(['p50', 'p95', 'p99'] as const).map((name) => ({
      id: name,
      head: t(`health.${name}`),
      narrow: 'figure' as const,
      align: 'end' as const,
      cell: (row: RouteTimes) => time(row[name], row.count),
    })),
    {
      id: 'errors',
      head: t('health.errors'),
      narrow: 'figure',
      align: 'end',
      cell: ({ errors }) => number(errors),
    },
  ]
  return (
    <Table
      caption={t('health.slow_routes')}
      columns={columns}
      rows={routes}
      rowKey={({ method, route }) => `${method} ${route}`}
    />
  )
}
