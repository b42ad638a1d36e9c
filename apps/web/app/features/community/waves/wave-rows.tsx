import type { Wave } from '@stoa/contract/features/waves'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useWaveFormats } from './use-wave-formats.ts'
import { wavePath } from './wave-paths.ts'
import { WaveStateLabel } from './wave-state.tsx'

export function WaveRows({ waves }: { waves: readonly Wave[] }) {
  const t = useTranslate()
  const { relative } = useFormats()
  const { posts, accounts } = useWaveFormats()
  return (
    <ol className="mt-4 border-t border-line-strong">
      {waves.map((wave) => (
        <li
          key={wave.id}
          className="grid gap-x-4 gap-y-1 border-b border-line py-3 md:grid-cols-[minmax(0,1fr)_auto]"
        >
          <div className="min-w-0">
            <TextLink href={wavePath(wave.id)} className="hit font-medium break-words">
              <bdi>{wave.label}</bdi>
            </TextLink>
            <p className="numeral text-sm text-ink-3">
              {accounts(wave.account_count)} · {posts(wave.post_count)} ·{' '}
              {t('waves.held_and_public', { held: wave.held_count, shown: wave.public_count })}
            </p>
          </div>
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-3">
            <WaveStateLabel state={wave.state} />
            <span>{t('waves.last_post', { time: relative(wave.last_post_at) })}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}
