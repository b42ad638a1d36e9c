import type { Client } from '@stoa/contract/client'
import {
  addUserNote,
  deleteUserNote,
  getUserModeration,
  restoreRemovedPosts,
  silenceUser,
  type SuspendDuration,
  suspendUser,
  unsilenceUser,
  unsuspendUser,
  type UserModeration,
  warnUser,
} from '@stoa/contract/features/user-moderation'
import { useCallback, useEffect, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { type Outcome, useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'

export type ModeratedUser = { id: string; username: string; display_name: string }

export type ModerationChange =
  | { action: 'note'; note: string }
  | { action: 'delete_note'; noteId: string }
  | { action: 'warn'; message: string }
  | { action: 'silence'; duration: Exclude<SuspendDuration, 'forever'>; reason: string }
  | { action: 'unsilence' }
  | { action: 'suspend'; duration: SuspendDuration; reason: string; removeDays: number }
  | { action: 'unsuspend'; restoresPosts: boolean }
  | { action: 'restore'; suspensionId: string }

type Loaded =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'loaded'; data: UserModeration }

/** Loads what staff know about a user, and changes it. */
export function useUserModeration(user: ModeratedUser) {
  const t = useTranslate()
  const api = useApi()
  const [state, setState] = useState<Loaded>({ status: 'loading' })

  const load = useCallback(async () => {
    try {
      setState({ status: 'loaded', data: await api.call(getUserModeration, { user_id: user.id }) })
    } catch {
      setState((shown) => (shown.status === 'loaded' ? shown : { status: 'failed' }))
    }
  }, [api, user.id])
  useEffect(() => void load(), [load])

  const { run, isSending } = useMutation<ModerationChange, unknown>({
    send: (call, change) => sendChange(call, user.id, change),
    isRepeat: (previous, next) => previous.action === next.action,
    successToast: ({ action }) => ({ text: t(`user_mod.${toasts[action]}`), tone: 'ok' }),
    showsFieldError: true,
    onSuccess: load,
    revalidates: true,
  })
  return { state, load, run, isSending }
}

export type UserModerationTools = ReturnType<typeof useUserModeration>
/** What lists of notes and suspensions need. */
export type ModerationActs = Pick<UserModerationTools, 'isSending'> & {
  run: (change: ModerationChange) => Promise<Outcome<unknown>>
}

const toasts = {
  note: 'note_done',
  delete_note: 'note_deleted',
  warn: 'warn_done',
  silence: 'silence_done',
  unsilence: 'unsilence_done',
  suspend: 'suspend_done',
  unsuspend: 'unsuspend_done',
  restore: 'restore_done',
} as const

export async function sendChange(call: Client['call'], user_id: string, change: ModerationChange) {
  switch (change.action) {
    case 'note':
      return await call(addUserNote, { user_id, note: change.note })
    case 'delete_note':
      return await call(deleteUserNote, { note_id: change.noteId })
    case 'warn':
      return await call(warnUser, { user_id, message: change.message })
    case 'silence':
      return await call(silenceUser, { user_id, duration: change.duration, reason: change.reason })
    case 'unsilence':
      return await call(unsilenceUser, { user_id })
    case 'suspend': {
      const { duration: suspend_duration, reason, removeDays: remove_days } = change
      return await call(suspendUser, { user_id, suspend_duration, reason, remove_days })
    }
    case 'unsuspend':
      return await call(unsuspendUser, { user_id, restore_posts: change.restoresPosts })
    case 'restore':
      return await call(restoreRemovedPosts, { suspension_id: change.suspensionId })
  }
}
