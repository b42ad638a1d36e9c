import type { UserModeration } from '@stoa/contract/features/user-moderation'
import { limits } from '@stoa/contract/limits'
import { useState, type SubmitEvent } from 'react'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Section } from '../../../ui/section.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { ModerationRow } from './moderation-lists.tsx'
import type { ModerationActs } from './use-user-moderation.ts'

type UserNotesProps = Pick<UserModeration, 'notes'> & { tools: ModerationActs }

export function UserNotes({ notes, tools }: UserNotesProps) {
  const t = useTranslate()
  return (
    <Section title={t('user_mod.notes')} size="sm">
      {notes.length === 0 && <p className="text-md text-ink-2">{t('user_mod.no_notes')}</p>}
      <ul>
        {notes.map((note) => (
          <ModerationRow
            key={note.id}
            meta={
              <>
                <bdi>{note.author_info.display_name}</bdi> · <RelativeTime at={note.created_at} />
                {note.is_own && (
                  <TextButton
                    onClick={() => void tools.run({ action: 'delete_note', noteId: note.id })}
                  >
                    {t('user_mod.delete_note')}
                  </TextButton>
                )}
              </>
            }
          >
            {note.note}
          </ModerationRow>
        ))}
      </ul>
      <NoteForm tools={tools} />
    </Section>
  )
}

function NoteForm({ tools }: { tools: ModerationActs }) {
  const t = useTranslate()
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (note.trim() === '') return setError(t('error.reason.content_required'))
    const outcome = await tools.run({ action: 'note', note })
    setError(outcome.ok ? undefined : outcome.error)
    if (outcome.ok) setNote('')
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 grid gap-2">
      <Field label={t('user_mod.note')} hint={t('user_mod.note_hint')} error={error}>
        <TextArea
          rows={2}
          className="min-h-16"
          maxLength={limits.staffText.max}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Field>
      <div>
        <Button type="submit" size="sm" loading={tools.isSending}>
          {t('user_mod.add_note')}
        </Button>
      </div>
    </form>
  )
}
