import type { PluginDetail } from '@stoa/contract/features/plugins'
import { compareVersions } from '@stoa/plugin-kit/versions'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { Table } from '../../../ui/table.tsx'
import { toSizeText } from '../health/health-text.ts'
import { UpdateButton } from './update-button.tsx'
import { usePluginVersion } from './use-plugin-version.ts'

type VersionTableProps = { plugin: PluginDetail }

export function VersionTable({ plugin }: VersionTableProps) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  return (
    <Table
      caption={t('plugins.tab.versions')}
      rows={plugin.versions.toSorted((a, b) => compareVersions(b.version, a.version))}
      rowKey={({ version }) => version}
      columns={[
        {
          id: 'version',
          head: t('plugins.version'),
          narrow: 'title',
          cell: ({ version }) => <bdi className="numeral font-semibold">{version}</bdi>,
        },
        {
          id: 'stored',
          head: t('plugins.stored'),
          cell: ({ stored_at: at }) => <span className="text-sm text-ink-3">{dateTime(at)}</span>,
        },
        {
          id: 'size',
          head: t('plugins.size'),
          align: 'end',
          cell: ({ size }) => <span className="numeral">{toSizeText(size, t)}</span>,
        },
        {
          id: 'action',
          head: t('plugins.actions'),
          hideHead: true,
          align: 'end',
          narrow: 'corner',
          cell: ({ version, is_current: isCurrent }) =>
            isCurrent ? (
              <StatusLabel tone="ok">{t('plugins.current')}</StatusLabel>
            ) : (
              <VersionButton plugin={plugin} version={version} />
            ),
        },
      ]}
    />
  )
}

function VersionButton({ plugin, version }: VersionTableProps & { version: string }) {
  const t = useTranslate()
  const { run, isSending } = usePluginVersion(plugin)
  // It asks first if that version may do more.
  if (version === plugin.newer_version) return <UpdateButton plugin={plugin} />
  const isNewer = compareVersions(version, plugin.version) > 0
  return (
    <Button size="sm" data-needs-script="" loading={isSending} onClick={() => void run(version)}>
      {t(isNewer ? 'plugins.update_to' : 'plugins.roll_back', { version })}
    </Button>
  )
}
