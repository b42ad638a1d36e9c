import type { UserModeration } from '@stoa/contract/features/user-moderation'
import { useState } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { LinesSkeleton } from '../../../ui/skeleton.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { type DialogName, ModerationDialog } from './moderation-dialogs.tsx'
import { FlaggedList, HistoryList, SuspensionList, WarningList } from './moderation-lists.tsx'
import { UserNotes } from './user-notes.tsx'
import {
  type ModeratedUser,
  useUserModeration,
  type UserModerationTools,
} from './use-user-moderation.ts'

export function ModerationPanel({ user }: { user: ModeratedUser }) {
  const t = useTranslate()
  const tools = useUserModeration(user)
  const { state, load } = tools
  if (state.status === 'loading') return <LinesSkeleton label={t('user_mod.loading')} />
  if (state.status === 'failed')
    return (
      <Notice
        tone="bad"
        live
        actions={<TextButton onClick={() => void load()}>{t('user_mod.retry')}</TextButton>}
      >
        {t('user_mod.failed')}
      </Notice>
    )
  const { data } = state
  return (
    <div className="grid gap-6">
      <Actions user={user} data={data} tools={tools} />
      <UserNotes notes={data.notes} tools={tools} />
      <FlaggedList flagged={data.flagged} />
      <WarningList warnings={data.warnings} />
      <SuspensionList suspensions={data.suspensions} tools={tools} />
      <HistoryList entries={data.history} username={user.username} />
    </div>
  )
}

type ActionsProps = { user: ModeratedUser; data: UserModeration; tools: UserModerationTools }

function Actions({ user, data, tools }: ActionsProps) {
  const t = useTranslate()
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const isSuspended = data.user_info.status === 'suspended'
  const isSilenced = data.silenced_until > 0
  const names: DialogName[] = [
    'warn',
    isSilenced ? 'unsilence' : 'silence',
    ...(isSuspended ? (['unsuspend'] as const) : []),
    'suspend',
  ]
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="font-serif text-lg leading-title font-semibold">{t('user_mod.title')}</h2>
        <Standing data={data} />
        <span className="text-sm text-ink-3 md:ms-auto">{t('user_mod.staff_only')}</span>
      </div>
      {data.can_moderate ? (
        <div className="flex flex-wrap gap-2">
          {names.map((name) => (
            <Button
              key={name}
              size="sm"
              variant={name === 'suspend' ? 'danger' : 'secondary'}
              onClick={() => setDialog(name)}
            >
              {t(`user_mod.${name}`)}
            </Button>
          ))}
        </div>
      ) : (
        <p className="text-md text-ink-2">{t('user_mod.not_allowed')}</p>
      )}
      {dialog !== null && (
        <ModerationDialog
          name={dialog}
          user={user}
          hasRemovedPosts={data.suspensions.some(
            ({ ended_at, removed_count }) => ended_at === 0 && removed_count > 0,
          )}
          tools={tools}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}

function Standing({ data }: { data: UserModeration }) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const { suspended_until: suspendedUntil, silenced_until: silencedUntil } = data
  return (
    <>
      {data.user_info.status === 'suspended' && (
        <StatusLabel tone="bad">
          {suspendedUntil === 0
            ? t('user_mod.suspended_forever')
            : t('user_mod.suspended_until', { time: dateTime(suspendedUntil) })}
        </StatusLabel>
      )}
      {silencedUntil > 0 && (
        <StatusLabel tone="warn">
          {t('user_mod.silenced_until', { time: dateTime(silencedUntil) })}
        </StatusLabel>
      )}
    </>
  )
}
