import type { PluginDetail } from '@stoa/contract/features/plugins'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { Link } from '../../../ui/link.tsx'
import { toSizeText } from '../health/health-text.ts'
import { PermissionList } from './permission-list.tsx'
import { pluginPath } from './plugin-paths.ts'

type PluginHealthProps = { plugin: PluginDetail }

export function PluginHealth({ plugin }: PluginHealthProps) {
  const t = useTranslate()
  const { number, dateTime } = useFormats()
  const { calls, failures, memory_bytes: memory, ms_per_call: ms, ...times } = plugin.health
  const toTime = (at: number) => (at === 0 ? t('plugins.never') : dateTime(at))
  const rows: [label: string, value: string][] = [
    [t('plugins.last_success'), toTime(times.last_success_at)],
    ...(times.last_failure_at === 0
      ? []
      : [[t('plugins.last_failure'), toTime(times.last_failure_at)] as [string, string]]),
    [
      t('plugins.failed_in_a_day'),
      t('plugins.share', { failures: number(failures), calls: number(calls) }),
    ],
    [t('plugins.time_per_call'), t('plugins.ms', { time: number(Math.ceil(ms)) })],
    [t('plugins.memory'), memory === 0 ? t('plugins.not_running') : toSizeText(memory, t)],
    [t('plugins.turned_off'), t('plugins.after_failures', { count: plugin.max_faults })],
  ]
  return (
    <Section title={t('plugins.health')}>
      <dl>
        {rows.map(([label, value]) => (
          <div
            key={label}
            className="flex justify-between gap-4 border-b border-line py-1.25 text-sm last:border-b-0"
          >
            <dt className="text-ink-3">{label}</dt>
            <dd className="numeral text-end font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

export function PluginPermissions({ plugin }: PluginHealthProps) {
  const t = useTranslate()
  return (
    <Section
      title={t('plugins.it_may')}
      aside={
        <Link keepScroll href={pluginPath(plugin.slug_name, 'permissions')}>
          {t('plugins.it_cannot_link')}
        </Link>
      }
    >
      <PermissionList permissions={plugin.permissions} />
    </Section>
  )
}
