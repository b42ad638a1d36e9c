import type { WaveDetail } from '@stoa/contract/features/waves'
import { Clock, Link as LinkIcon, type LucideIcon, Network, TextQuote, UserX } from 'lucide-react'
import { useFormats } from '../../../kernel/formats.tsx'
import { userPath } from '../../../kernel/paths.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useWaveFormats } from './use-wave-formats.ts'
import { wavePath } from './wave-paths.ts'

type Reason = { Icon: LucideIcon; title: string; text: string; isKnown: boolean }

export function WaveReasons({ wave }: { wave: WaveDetail }) {
  const t = useTranslate()
  const reasons = useReasons(wave)
  return (
    <Section title={t('waves.why')}>
      <ul>
        {reasons.map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-3 border-b border-line py-2 last:border-0">
            <Icon className="icon mt-1 text-ink-3" aria-hidden="true" />
            <span>
              {title}
              <span className="block text-sm text-ink-3">{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function useReasons(wave: WaveDetail): Reason[] {
  const t = useTranslate()
  const { number } = useFormats()
  const { duration, percent, accounts } = useWaveFormats()
  const [host] = wave.hosts
  const copied = wave.samples.filter(({ copies }) => copies > 1)
  const likeness = Math.min(...copied.map((sample) => sample.likeness))
  const spread = wave.joined.last - wave.joined.first
  const all = accounts(wave.account_count)
  const reasons = [
    {
      Icon: LinkIcon,
      title: t('waves.why_links'),
      text: t('waves.why_links_text', {
        posts: number(host?.posts ?? 0),
        total: number(wave.post_count),
      }),
      isKnown: host !== undefined,
    },
    {
      Icon: Clock,
      title: t('waves.why_joined'),
      text: t('waves.why_joined_text', { accounts: all, duration: duration(spread) }),
      isKnown: wave.account_count > 1,
    },
    {
      Icon: Network,
      title: t('waves.why_networks'),
      text: t('waves.why_networks_text', { count: wave.network_count, accounts: all }),
      isKnown: wave.network_count > 0 && wave.network_count < wave.account_count,
    },
    {
      Icon: TextQuote,
      title: t('waves.why_words'),
      text: t('waves.why_words_text', { likeness: percent(likeness / 100) }),
      isKnown: copied.length > 0,
    },
    {
      Icon: UserX,
      title: t('waves.why_start'),
      text: t('waves.why_start_text', { duration: duration(wave.first_post_after) }),
      isKnown: wave.account_count > 0,
    },
  ]
  return reasons.filter(({ isKnown }) => isKnown)
}

/** What the score of the posts consists of. */
export function WaveSignals({ wave }: { wave: WaveDetail }) {
  const t = useTranslate()
  const { number } = useFormats()
  if (wave.signals.length === 0) return null
  return (
    <Section title={t('waves.signals')}>
      <ul>
        {wave.signals.map(({ name, posts }) => {
          const key = `wave_signal.${name}`
          return (
            <li
              key={name}
              className="flex justify-between gap-3 border-b border-line py-2 text-sm last:border-0"
            >
              <span>{t.has(key) ? t(key) : name}</span>
              <span className="numeral text-ink-3">{number(posts)}</span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

export function WaveLeftOut({ wave }: { wave: WaveDetail }) {
  const t = useTranslate()
  const { posts } = useWaveFormats()
  const count = wave.left_out_count
  return (
    <Section
      title={t('waves.left_out')}
      aside={<Link href={wavePath(wave.id, 'accounts')}>{t('waves.all_accounts')}</Link>}
    >
      <p className="text-sm text-ink-3">
        {count === 0 ? t('waves.left_out_none') : t('waves.left_out_text', { count })}
      </p>
      <ul>
        {wave.left_out.map(({ user_info: user, posts: own }) => (
          <li
            key={user.id}
            className="flex items-center justify-between gap-3 border-b border-line text-sm last:border-0"
          >
            <TextLink
              href={userPath(user.username)}
              className="inline-flex min-h-target items-center"
            >
              <bdi>{user.display_name}</bdi>
            </TextLink>
            <span className="text-ink-3">{posts(own)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
