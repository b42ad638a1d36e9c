import type { WaveDetail } from '@stoa/contract/features/waves'
import type { ReactNode } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Figures } from '../../../ui/chart/figures.tsx'
import { useWaveFormats } from './use-wave-formats.ts'

export function WaveLead({ wave }: { wave: WaveDetail }) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const { posts, accounts } = useWaveFormats()
  const target = wave.hosts[0]?.name
  const parts = t.rich<ReactNode>(target === undefined ? 'waves.lead_text' : 'waves.lead_link', {
    since: dateTime(wave.first_post_at),
    accounts: accounts(wave.account_count),
    posts: posts(wave.post_count),
    target: target ?? '',
    shown: t('waves.shown', { count: wave.public_count }),
    b: (chunks) => <b key="b">{chunks}</b>,
    m: (chunks) => <SpamLink key="m">{chunks}</SpamLink>,
  })
  return <p className="max-w-measure font-serif text-lg leading-body text-ink-2">{parts}</p>
}

/** Not a link, so that nobody follows it by mistake. */
export function SpamLink({ children }: { children: ReactNode }) {
  return (
    <bdi
      dir="ltr"
      className="rounded-sm bg-bad-tint px-0.5 wrap-anywhere underline decoration-bad decoration-wavy decoration-1 underline-offset-4"
    >
      {children}
    </bdi>
  )
}

export function WaveFigures({ wave }: { wave: WaveDetail }) {
  const t = useTranslate()
  const { number } = useFormats()
  const { duration, percent } = useWaveFormats()
  const { first, last } = wave.joined
  const mainCount = wave.main_networks.length
  const toNote = (text: string) => ({ text, tone: 'plain' }) as const
  return (
    <Figures
      figures={[
        {
          label: t('waves.accounts'),
          value: number(wave.account_count),
          change: toNote(t('waves.joined_between', { duration: duration(last - first) })),
        },
        {
          label: t('waves.posts'),
          value: number(wave.post_count),
          change: toNote(
            t('waves.held_and_public', { held: wave.held_count, shown: wave.public_count }),
          ),
        },
        {
          label: t('waves.networks'),
          value: number(wave.network_count),
          change: toNote(
            mainCount === 0
              ? t('waves.networks_unknown')
              : t('waves.network_share', {
                  count: mainCount,
                  percent: percent(wave.main_network_posts / Math.max(1, wave.post_count)),
                }),
          ),
        },
        {
          label: t('waves.touched'),
          value: number(wave.touched_count),
          change: toNote(t('waves.touched_how')),
        },
      ]}
    />
  )
}
