import { inviteUsers } from '@stoa/contract/features/invites'
import { searchUsers } from '@stoa/contract/features/profiles'
import type { UserBasic } from '@stoa/contract/features/users'
import { limits } from '@stoa/contract/limits'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { UserLine } from '../../../ui/user-card.tsx'
import { useUserSummary } from '../../people/users/use-user-summary.ts'

type InviteDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  questionId: string
  invited: readonly UserBasic[]
}

export function InviteDialog({ open, onOpenChange, questionId, invited }: InviteDialogProps) {
  const t = useTranslate()
  const [chosen, setChosen] = useState(invited)
  const { error, isSending, run } = useInvite(questionId, () => onOpenChange(false))
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('invite.open')}
      description={t('invite.text')}
      closeLabel={t('dialog.close')}
      footer={
        <Button variant="primary" loading={isSending} onClick={() => void run(chosen)}>
          {t('invite.send')}
        </Button>
      }
    >
      <UserField
        error={error}
        isFull={chosen.length >= limits.invited.max}
        excluded={chosen}
        onPick={(user) => setChosen([...chosen, user])}
      />
      <SelectedUsers
        users={chosen}
        onRemove={(id) => setChosen(chosen.filter((user) => user.id !== id))}
      />
    </Dialog>
  )
}

type SelectedUsersProps = { users: readonly UserBasic[]; onRemove: (id: string) => void }

function SelectedUsers({ users, onRemove }: SelectedUsersProps) {
  const t = useTranslate()
  const toUserSummary = useUserSummary()
  return (
    <ul className="grid" aria-label={t('invite.title')}>
      {users.map((user) => (
        <li key={user.id} className="flex min-h-control items-center justify-between gap-2">
          <UserLine user={toUserSummary(user)} />
          <IconButton
            size="sm"
            label={t('invite.remove', { name: user.display_name })}
            icon={<X className="icon" aria-hidden="true" />}
            onClick={() => onRemove(user.id)}
          />
        </li>
      ))}
    </ul>
  )
}

type UserFieldProps = {
  error: string | undefined
  isFull: boolean
  excluded: readonly UserBasic[]
  onPick: (user: UserBasic) => void
}

function UserField({ error, isFull, excluded, onPick }: UserFieldProps) {
  const t = useTranslate()
  const [query, setQuery] = useState('')
  const matches = useUserSearch(query).filter(({ id }) => excluded.every((user) => user.id !== id))
  return (
    <Field label={t('invite.name')} error={error}>
      <Combobox
        listLabel={t('invite.matches')}
        query={query}
        onQuery={setQuery}
        disabled={isFull}
        options={matches.map(({ username, display_name }) => ({
          value: username,
          label: <bdi>{display_name}</bdi>,
          hint: <span dir="ltr">@{username}</span>,
        }))}
        message={query !== '' && matches.length === 0 ? t('invite.no_matches') : undefined}
        onPick={({ value }) => {
          const user = matches.find(({ username }) => username === value)
          if (user !== undefined) onPick(user)
          setQuery('')
        }}
      />
    </Field>
  )
}

const debounceMs = 200

function useUserSearch(query: string): UserBasic[] {
  const api = useApi()
  const [results, setResults] = useState<{ query: string; list: UserBasic[] }>({
    query: '',
    list: [],
  })
  useEffect(() => {
    if (query.trim() === '') return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      api.call(searchUsers, { username: query, page_size: 8 }, { signal: controller.signal }).then(
        (list) => setResults({ query, list }),
        // The next input retries.
        () => undefined,
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, query])
  return results.query === query ? results.list : []
}

function useInvite(questionId: string, onDone: () => void) {
  const t = useTranslate()
  return useMutation({
    send: (call, users: readonly UserBasic[]) =>
      call(inviteUsers, { id: questionId, invite_user: users.map(({ username }) => username) }),
    showsFieldError: true,
    successToast: () => ({ text: t('invite.sent'), tone: 'ok' }),
    onSuccess: onDone,
    revalidates: true,
  })
}
