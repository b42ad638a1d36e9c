import { invitePeople } from '@stoa/contract/features/invites'
import { searchPeople } from '@stoa/contract/features/people'
import type { UserBasic } from '@stoa/contract/features/users'
import { limits } from '@stoa/contract/limits'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '../../kernel/api.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { UserLine } from '../../ui/user-card.tsx'
import { useAct } from '../captcha/use-act.ts'
import { usePerson } from '../users/use-person.ts'

type InviteDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  questionId: string
  invited: readonly UserBasic[]
}

/** Chooses who is asked to answer. */
export function InviteDialog({ open, onOpenChange, questionId, invited }: InviteDialogProps) {
  const t = useTranslate()
  const [chosen, setChosen] = useState(invited)
  const { error, isSending, send } = useInviting(questionId, () => onOpenChange(false))
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('invite.open')}
      description={t('invite.text')}
      closeLabel={t('dialog.close')}
      footer={
        <Button variant="primary" loading={isSending} onClick={() => send(chosen)}>
          {t('invite.send')}
        </Button>
      }
    >
      <PersonField
        error={error}
        isFull={chosen.length >= limits.invited.max}
        taken={chosen}
        onPick={(user) => setChosen([...chosen, user])}
      />
      <Chosen
        people={chosen}
        onRemove={(id) => setChosen(chosen.filter((user) => user.id !== id))}
      />
    </Dialog>
  )
}

type ChosenProps = { people: readonly UserBasic[]; onRemove: (id: string) => void }

function Chosen({ people, onRemove }: ChosenProps) {
  const t = useTranslate()
  const person = usePerson()
  return (
    <ul className="grid" aria-label={t('invite.title')}>
      {people.map((user) => (
        <li key={user.id} className="flex min-h-control items-center justify-between gap-2">
          <UserLine person={person(user)} />
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

type PersonFieldProps = {
  error: string | undefined
  isFull: boolean
  taken: readonly UserBasic[]
  onPick: (user: UserBasic) => void
}

function PersonField({ error, isFull, taken, onPick }: PersonFieldProps) {
  const t = useTranslate()
  const [query, setQuery] = useState('')
  const found = usePeople(query).filter(({ id }) => taken.every((user) => user.id !== id))
  return (
    <Field label={t('invite.name')} error={error}>
      <Combobox
        listLabel={t('invite.people')}
        query={query}
        onQuery={setQuery}
        disabled={isFull}
        options={found.map(({ username, display_name }) => ({
          value: username,
          label: <bdi>{display_name}</bdi>,
          hint: <span dir="ltr">@{username}</span>,
        }))}
        message={query !== '' && found.length === 0 ? t('invite.nobody') : undefined}
        onPick={({ value }) => {
          const user = found.find(({ username }) => username === value)
          if (user !== undefined) onPick(user)
          setQuery('')
        }}
      />
    </Field>
  )
}

const waitMs = 200

function usePeople(query: string): UserBasic[] {
  const api = useApi()
  const [found, setFound] = useState<{ query: string; list: UserBasic[] }>({ query: '', list: [] })
  useEffect(() => {
    if (query.trim() === '') return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      api.call(searchPeople, { username: query, page_size: 8 }, { signal: stop.signal }).then(
        (list) => setFound({ query, list }),
        // The next letter asks again.
        () => undefined,
      )
    }, waitMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [api, query])
  return found.query === query ? found.list : []
}

function useInviting(questionId: string, onDone: () => void) {
  const act = useAct()
  const t = useTranslate()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<{ error?: string; isSending: boolean }>({ isSending: false })

  async function send(people: readonly UserBasic[]) {
    setState({ isSending: true })
    const outcome = await act(invitePeople, {
      id: questionId,
      invite_user: people.map(({ username }) => username),
    })
    setState({
      isSending: false,
      ...(outcome.ok ? {} : { error: Object.values(outcome.fields)[0] }),
    })
    if (!outcome.ok) return
    toast({ text: t('invite.sent'), tone: 'ok' })
    onDone()
    await revalidate()
  }

  return {
    error: state.error,
    isSending: state.isSending,
    send: (people: readonly UserBasic[]) => void send(people),
  }
}
