import { addAccounts, type AddedLine } from '@stoa/contract/features/people'
import { limits } from '@stoa/contract/limits'
import { useState } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextButton } from '../../../ui/text-button.tsx'

/** Checks the lines first. Nothing is added until all of them are right. */
export function AddUsersDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const toast = useToast()
  const [text, setText] = useState('')
  const [checked, setChecked] = useState<AddedLine[] | null>(null)
  const { run, error, isSending } = useMutation<boolean, { added: number; lines: AddedLine[] }>({
    send: (call, dry_run) => call(addAccounts, { users: text, dry_run }),
    showsFieldError: true,
    revalidates: true,
  })
  const wrong = checked?.filter(({ problem }) => problem !== null) ?? []
  const isReady = checked !== null && wrong.length === 0

  async function submit() {
    const outcome = await run(!isReady)
    if (!outcome.ok) return
    if (!isReady) return setChecked(outcome.response.lines)
    toast({ text: t('people.added', { count: outcome.response.added }), tone: 'ok' })
    onClose()
  }

  const change = (changed: string) => {
    setText(changed)
    setChecked(null)
  }

  return (
    <FormDialog
      wide
      title={t('people.add')}
      description={t('people.add_text', { max: limits.addedUsers.max })}
      submitLabel={
        isReady ? t('people.add_count', { count: checked.length }) : t('people.check_lines')
      }
      cancelLabel={t('user_mod.cancel')}
      isSending={isSending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={t('people.add_lines')} hint={t('people.add_hint')} error={error} required>
        <TextArea
          mono
          rows={7}
          dir="ltr"
          spellCheck={false}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </Field>
      {isReady && (
        <Notice tone="ok" live>
          {t('people.lines_ok', { count: checked.length })}
        </Notice>
      )}
      {wrong.length > 0 && (
        <Notice
          tone="bad"
          live
          title={t('people.lines_wrong', { count: wrong.length })}
          actions={
            <TextButton onClick={() => change(withoutLines(text, wrong))}>
              {t('people.remove_lines')}
            </TextButton>
          }
        >
          <ul className="mt-1">
            {wrong.map(({ line, e_mail: email, problem }) => (
              <li key={line}>
                {t('people.line', { line })} {email !== '' && <bdi dir="ltr">{email}</bdi>}{' '}
                {problem !== null && t(`people.line_problem.${problem}`)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </FormDialog>
  )
}

function withoutLines(text: string, wrong: readonly AddedLine[]) {
  const numbers = new Set(wrong.map(({ line }) => line))
  return text
    .split(/\r?\n/)
    .filter((_, index) => !numbers.has(index + 1))
    .join('\n')
}
