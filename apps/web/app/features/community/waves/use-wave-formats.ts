import { useTranslate } from '../../../kernel/visit-context.tsx'

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Durations in their largest unit, and shares in percent. */
export function useWaveFormats() {
  const t = useTranslate()
  return {
    duration(seconds: number) {
      const [unit, size] = units.find(([, one]) => seconds >= one) ?? ['second', 1]
      const options = { style: 'unit', unit, unitDisplay: 'long' } as const
      return new Intl.NumberFormat(t.tag, options).format(Math.round(seconds / size))
    },
    percent: (share: number) =>
      new Intl.NumberFormat(t.tag, { style: 'percent' }).format(Math.floor(share * 100) / 100),
    posts: (count: number) => t('waves.post_count', { count }),
    accounts: (count: number) => t('waves.account_count', { count }),
  }
}
