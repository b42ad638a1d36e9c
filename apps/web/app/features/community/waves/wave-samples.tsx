import type { WaveDetail } from '@stoa/contract/features/waves'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { UserLine } from '../../../ui/user-card.tsx'
import { useUserSummary } from '../../people/users/use-user-summary.ts'
import { splitTargets } from './spam-text.ts'
import { useWaveFormats } from './use-wave-formats.ts'
import { SpamLink } from './wave-figures.tsx'
import { wavePath } from './wave-paths.ts'

export function WaveSamples({ wave }: { wave: WaveDetail }) {
  const t = useTranslate()
  const toSummary = useUserSummary()
  const { percent } = useWaveFormats()
  const targets = wave.hosts.map(({ name }) => name)
  return (
    <Section
      title={t('waves.samples')}
      aside={
        <Link href={wavePath(wave.id, 'posts')}>
          {t('waves.all_posts', { count: wave.post_count })}
        </Link>
      }
    >
      <ol>
        {wave.samples.map((sample) => (
          <li key={sample.object_id} className="border-b border-line py-3 last:border-0">
            <p dir="auto" className="leading-body break-words">
              <SpamText text={sample.excerpt} targets={targets} />
            </p>
            <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-3">
              <UserLine user={toSummary(sample.user_info)} />
              <span>
                {t('waves.copies', {
                  count: sample.copies,
                  likeness: percent(sample.likeness / 100),
                })}
              </span>
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Plain text in which the links of the wave are marked. */
export function SpamText({ text, targets }: { text: string; targets: readonly string[] }) {
  return splitTargets(text, targets).map((part, i) =>
    part.isTarget ? <SpamLink key={i}>{part.text}</SpamLink> : part.text,
  )
}
