import { useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { type PushState, readPushState, turnPushOff, turnPushOn } from './push-browser.ts'

/** Turns push messages on or off, and says what came of it. */
export function usePush(onChange: (state: PushState) => void) {
  const t = useTranslate()
  const toast = useToast()
  const [isPending, setPending] = useState(false)

  async function run(change: () => Promise<PushState>) {
    setPending(true)
    try {
      const state = await change()
      onChange(state)
      if (state === 'on' || state === 'off') toast({ text: t(`push.turned.${state}`), tone: 'ok' })
    } catch {
      toast({ text: t('push.failed'), tone: 'bad' })
      onChange(await readPushState())
    } finally {
      setPending(false)
    }
  }
  return { isPending, turnOn: () => run(turnPushOn), turnOff: () => run(turnPushOff) }
}
