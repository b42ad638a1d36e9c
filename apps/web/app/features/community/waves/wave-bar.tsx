import type { WaveDetail } from '@stoa/contract/features/waves'
import { Ban, Network, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { WaveChange } from './use-wave.ts'
import { useWaveFormats } from './use-wave-formats.ts'

type Confirmed = Exclude<WaveChange, 'stop'>

type BarProps = {
  wave: WaveDetail
  isSending: boolean
  onChange: (change: WaveChange) => Promise<unknown>
}

/** Two clicks remove a wave of any size. */
export function WaveBar({ wave, isSending, onChange }: BarProps) {
  const t = useTranslate()
  const { posts, accounts } = useWaveFormats()
  const [asked, setAsked] = useState<Confirmed | null>(null)
  const [host] = wave.hosts
  const networks = wave.main_networks
  const isStopped = wave.progress.undo_until > 0
  const areBlocked = wave.networks
    .filter(({ name }) => networks.includes(name))
    .every((network) => network.is_blocked)
  return (
    <div
      role="toolbar"
      aria-label={t('waves.decide')}
      className="section-rule mt-4 flex flex-wrap items-center gap-2 bg-paper py-3"
    >
      <Button
        variant="danger"
        className="max-md:flex-1"
        icon={<Trash2 className="icon" aria-hidden="true" />}
        onClick={() => setAsked('remove')}
      >
        {t(isStopped ? 'waves.remove_rest' : 'waves.remove_all')}
      </Button>
      {host !== undefined && (
        <Button
          className="max-md:flex-1"
          icon={<Ban className="icon" aria-hidden="true" />}
          disabled={host.is_blocked}
          onClick={() => setAsked('block_link')}
        >
          {t(host.is_blocked ? 'waves.link_blocked' : 'waves.block_link')}
        </Button>
      )}
      {networks.length > 0 && (
        <Button
          className="max-md:flex-1"
          icon={<Network className="icon" aria-hidden="true" />}
          disabled={areBlocked}
          onClick={() => setAsked('block_networks')}
        >
          {areBlocked
            ? t('waves.networks_blocked')
            : t('waves.block_networks', { count: networks.length })}
        </Button>
      )}
      <span className="text-sm text-ink-3 max-md:basis-full md:ms-auto">
        {t('waves.removes', {
          posts: posts(wave.post_count),
          accounts: accounts(wave.account_count),
        })}
      </span>
      <WaveConfirm
        wave={wave}
        asked={asked}
        isSending={isSending}
        onClose={() => setAsked(null)}
        onConfirm={onChange}
      />
    </div>
  )
}

type ConfirmProps = {
  wave: WaveDetail
  asked: Confirmed | null
  isSending: boolean
  onClose: () => void
  onConfirm: (change: WaveChange) => Promise<unknown>
}

export function WaveConfirm({ wave, asked, isSending, onClose, onConfirm }: ConfirmProps) {
  const t = useTranslate()
  const toTexts = useTexts(wave)
  if (asked === null) return null
  const { title, text, label } = toTexts(asked)
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={title}
      description={text}
      confirmLabel={label}
      cancelLabel={t('waves.cancel')}
      danger={asked === 'remove'}
      loading={isSending}
      onConfirm={() => void onConfirm(asked).then(onClose)}
    />
  )
}

function useTexts(wave: WaveDetail) {
  const t = useTranslate()
  const { posts, accounts } = useWaveFormats()
  const { progress, main_networks: networks } = wave
  const texts: Record<Confirmed, () => { title: string; text: string; label: string }> = {
    remove: () => ({
      title: t('waves.remove_title'),
      text: t('waves.remove_text', {
        posts: posts(wave.post_count),
        accounts: accounts(wave.account_count),
      }),
      label: t(progress.undo_until > 0 ? 'waves.remove_rest' : 'waves.remove_all'),
    }),
    restore: () => ({
      title: t('waves.undo_title'),
      text: t('waves.undo_text', {
        posts: posts(progress.removed_posts),
        accounts: accounts(progress.suspended_accounts),
      }),
      label: t('waves.undo'),
    }),
    dismiss: () => ({
      title: t('waves.not_spam_title'),
      text: t('waves.not_spam_text'),
      label: t('waves.not_spam'),
    }),
    block_link: () => ({
      title: t('waves.block_link_title', { target: wave.hosts[0]?.name ?? '' }),
      text: t('waves.block_link_text'),
      label: t('waves.block_link'),
    }),
    block_networks: () => ({
      title: t('waves.block_networks_title'),
      text: t('waves.block_networks_text', { networks: networks.join(', ') }),
      label: t('waves.block_networks', { count: networks.length }),
    }),
  }
  return (asked: Confirmed) => texts[asked]()
}
