import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'
import type { RunAction } from '../../site/captcha/use-action.ts'

export type Deletion = { isBusy: boolean; remove(): Promise<void>; recover(): void }

type DeletionOptions = {
  remove: () => ReturnType<RunAction>
  recover: () => ReturnType<RunAction>
  removedText: string
  recoveredText: string
}

/** Deletes a post with an undo toast, and reloads the page data. */
export function useDeletion({
  remove,
  recover,
  removedText,
  recoveredText,
}: DeletionOptions): Deletion {
  const t = useTranslate()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)

  async function restorePost() {
    const outcome = await recover()
    if (!outcome.ok) return
    toast({ text: recoveredText, tone: 'ok' })
    await revalidate()
  }

  async function deletePost() {
    setBusy(true)
    const outcome = await remove()
    if (outcome.ok) {
      const undo = { label: t('delete.undo'), onSelect: () => void restorePost() }
      toast({ text: removedText, action: undo })
      await revalidate()
    }
    setBusy(false)
  }

  return { isBusy, remove: deletePost, recover: () => void restorePost() }
}
