import type { Account } from '@stoa/contract/features/people'
import { useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { FormDialog, FormError } from '../../../ui/form-dialog.tsx'
import { AccountFields, initialValues, type DialogValues, toChange } from './account-fields.tsx'
import { type AccountAct, bulkActs } from './account-acts.ts'
import { ActResults } from './act-results.tsx'
import { type ChangeResult, useAccountActs } from './use-account-acts.ts'

type AccountDialogProps = { act: AccountAct; accounts: readonly Account[]; onClose: () => void }

/** One form for all acts: each has some of the fields. For one user, or for a selection. */
export function AccountDialog({ act, accounts, onClose }: AccountDialogProps) {
  const t = useTranslate()
  const [values, setValues] = useState(() => initialValues(accounts))
  const [results, setResults] = useState<ChangeResult[] | null>(null)
  const { run, isSending } = useAccountActs()
  const [first] = accounts
  if (first === undefined) return null
  if (results !== null && (results.length > 1 || results[0]?.link !== undefined))
    return <ActResults act={act} results={results} onClose={onClose} />

  async function submit() {
    const outcome = await run({ accounts, change: toChange(act, values) })
    if (!outcome.ok) return
    const isDone = outcome.response.every(({ error, link }) => error === undefined && !link)
    if (isDone) onClose()
    else setResults(outcome.response)
  }

  const count = accounts.length
  return (
    <FormDialog
      title={
        isBulk(act) && count > 1
          ? t(`people.bulk_title.${act}`, { count })
          : t(`people.act_title.${act}`, { name: first.display_name })
      }
      description={t(`people.act_text.${act}`, { count })}
      submitLabel={submitLabel(act, values, t)}
      cancelLabel={t('user_mod.cancel')}
      danger={act === 'suspend' || act === 'delete'}
      isSending={isSending}
      onClose={onClose}
      onSubmit={submit}
    >
      <AccountFields
        act={act}
        values={values}
        hasUsername={first.username !== ''}
        onChange={(changed) => setValues({ ...values, ...changed })}
      />
      <FormError>{results?.[0]?.error}</FormError>
    </FormDialog>
  )
}

function isBulk(act: AccountAct): act is (typeof bulkActs)[number] {
  return (bulkActs as readonly AccountAct[]).includes(act)
}

function submitLabel(act: AccountAct, values: DialogValues, t: ReturnType<typeof useTranslate>) {
  if (act === 'activation') return t(values.byEmail ? 'people.send_link' : 'people.create_link')
  if (act === 'password') return t(values.byEmail ? 'people.send_link' : 'people.act.password')
  return t(act === 'profile' ? 'people.save' : `people.act.${act}`)
}
