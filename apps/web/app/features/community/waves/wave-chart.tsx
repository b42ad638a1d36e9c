import type { WaveDetail } from '@stoa/contract/features/waves'
import { limits } from '@stoa/contract/limits'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { BarChart } from '../../../ui/chart/bar-chart.tsx'
import { Section } from '../../../ui/section.tsx'
import { fillHours } from './chart-hours.ts'
import { useWaveFormats } from './use-wave-formats.ts'

export function WaveChart({ wave }: { wave: WaveDetail }) {
  const t = useTranslate()
  const { number, hour } = useFormats()
  const { posts } = useWaveFormats()
  const hours = fillHours(wave.hours, limits.waves.hours)
  if (hours.length === 0) return null
  const max = Math.max(...hours.map((one) => one.held + one.public))
  return (
    <Section title={t('waves.per_hour')}>
      <BarChart
        label={t('waves.per_hour_summary', { posts: posts(wave.post_count), max: number(max) })}
        categoryLabel={t('waves.hour')}
        categories={hours.map(({ at }) => isolate(hour(at)))}
        series={[
          { name: t('waves.held'), values: hours.map(({ held }) => held) },
          { name: t('waves.public'), values: hours.map((one) => one.public) },
        ]}
        formatNumber={number}
      />
    </Section>
  )
}

/** The chart runs from left to right in every language, the words of its labels do not. */
const isolate = (label: string) => `\u2068${label}\u2069`
