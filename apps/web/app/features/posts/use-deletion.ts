import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Act } from '../captcha/use-act.ts'

export type Deletion = { isBusy: boolean; remove(): Promise<void>; recover(): void }

type Calls = {
  remove: () => ReturnType<Act>
  recover: () => ReturnType<Act>
  removedText: string
  recoveredText: string
}

/** Deletes a post and offers to bring it back; the page then shows what the server says. */
export function useDeletion({ remove, recover, removedText, recoveredText }: Calls): Deletion {
  const t = useTranslate()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)

  async function bringBack() {
    const outcome = await recover()
    if (!outcome.ok) return
    toast({ text: recoveredText, tone: 'ok' })
    await revalidate()
  }

  async function takeAway() {
    setBusy(true)
    const outcome = await remove()
    if (outcome.ok) {
      const undo = { label: t('delete.undo'), onSelect: () => void bringBack() }
      toast({ text: removedText, action: undo })
      await revalidate()
    }
    setBusy(false)
  }

  return { isBusy, remove: takeAway, recover: () => void bringBack() }
}
