import type { PluginLogEntry } from '@stoa/contract/features/plugins'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { Table } from '../../../ui/table.tsx'

const tones = { info: 'plain', warn: 'warn', error: 'bad' } as const

export function PluginLogTable({ entries }: { entries: PluginLogEntry[] }) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  return (
    <Table
      caption={t('plugins.tab.log')}
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'time',
          head: t('plugins.time'),
          narrow: 'title',
          cell: ({ at }) => (
            <span className="text-sm font-normal whitespace-nowrap text-ink-3">{dateTime(at)}</span>
          ),
        },
        {
          id: 'message',
          head: t('plugins.message'),
          cell: ({ message }) => (
            <bdi className="block font-mono text-sm break-words whitespace-pre-wrap">{message}</bdi>
          ),
        },
        {
          id: 'version',
          head: t('plugins.version'),
          align: 'end',
          narrow: 'hidden',
          cell: ({ version }) => <bdi className="numeral text-sm text-ink-3">{version}</bdi>,
        },
        {
          id: 'level',
          head: t('plugins.level'),
          align: 'end',
          narrow: 'corner',
          cell: ({ level }) => (
            <StatusLabel tone={tones[level]}>{t(`plugins.level.${level}`)}</StatusLabel>
          ),
        },
      ]}
    />
  )
}
