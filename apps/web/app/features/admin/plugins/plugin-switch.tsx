import { setPluginStatus, type ListedPlugin } from '@stoa/contract/features/plugins'
import { useState } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { BareSwitch } from '../../../ui/switch.tsx'
import { EnableDialog } from './enable-dialog.tsx'

type PluginSwitchProps = { plugin: ListedPlugin; hasLabel?: boolean }

/** Switching on asks first, because it says what the plugin may do. */
export function PluginSwitch({ plugin, hasLabel = false }: PluginSwitchProps) {
  const t = useTranslate()
  const [isAsked, setAsked] = useState(false)
  const { slug_name, name, enabled } = plugin
  const { run, isSending } = useMutation({
    send: (call) => call(setPluginStatus, { plugin_slug_name: slug_name, enabled: false }),
    successToast: () => ({ text: t('plugins.disabled', { name }), tone: 'ok' }),
    revalidates: true,
  })
  return (
    <>
      <label
        data-needs-script=""
        className="flex min-h-[max(1.75rem,var(--target))] min-w-(--target) cursor-pointer items-center justify-center gap-2 text-md text-ink-2"
      >
        {hasLabel && <span aria-hidden="true">{t(enabled ? 'plugins.on' : 'plugins.off')}</span>}
        <BareSwitch
          aria-label={t('plugins.switch', { name })}
          checked={enabled && !isSending}
          onChange={() => (enabled ? void run() : setAsked(true))}
        />
      </label>
      {isAsked && <EnableDialog plugin={plugin} onClose={() => setAsked(false)} />}
    </>
  )
}
