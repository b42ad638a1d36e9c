import { useEffect, useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { type PushState, readPushState, renewSubscription } from './push-browser.ts'
import { usePush } from './use-push.ts'

/** Turns push messages on and off for the browser that shows it. */
export function PushSwitch() {
  const t = useTranslate()
  const { state, setState } = usePushState()
  const { isPending, turnOn, turnOff } = usePush(setState)
  const isAvailable = state === 'on' || state === 'off'
  return (
    <section className="mt-8 max-w-[34rem] border-t border-line pt-6">
      <Switch
        label={t('push.switch')}
        hint={<span role="status">{t(`push.hint.${state ?? 'off'}`)}</span>}
        checked={state === 'on'}
        disabled={!isAvailable || isPending}
        onChange={({ target }) => void (target.checked ? turnOn() : turnOff())}
      />
    </section>
  )
}

/** Null until it is known. */
function usePushState() {
  const [state, setState] = useState<PushState | null>(null)
  useEffect(() => {
    const read = async () => {
      const current = await readPushState()
      setState(current)
      if (current === 'on') await renewSubscription()
    }
    read().catch(() => undefined)
  }, [])
  return { state, setState }
}
