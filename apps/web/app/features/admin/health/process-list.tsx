import type { RunningProcess } from '@stoa/contract/features/health'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { toSizeText } from './health-text.ts'

export function ProcessList({ processes }: { processes: readonly RunningProcess[] }) {
  const t = useTranslate()
  if (processes.length === 0)
    return <p className="py-2 text-md text-ink-3">{t('health.no_processes')}</p>
  return (
    <ul>
      {processes.map((one) => (
        <li key={one.id} className="border-b border-line py-2 text-sm last:border-0">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <b className="text-md font-medium">{t(`health.role.${one.role}`)}</b>
            <span className="numeral">{toSizeText(one.memory_bytes, t)}</span>
          </div>
          <p className="break-words text-ink-3">
            <bdi>
              {one.host}, {one.pid}
            </bdi>
            {one.is_current && ` · ${t('health.this_process')}`}
          </p>
          <p className="text-ink-3">
            <bdi>
              Stoa {one.version}, Node.js {one.node_version}
            </bdi>{' '}
            · {t.rich('health.started', { time: <RelativeTime key="time" at={one.started_at} /> })}
          </p>
        </li>
      ))}
    </ul>
  )
}
