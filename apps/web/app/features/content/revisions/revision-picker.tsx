import { listRevisions } from '@stoa/contract/features/revisions'
import { useRef, useState, type SubmitEvent } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { useToast } from '../../../ui/toast.tsx'

export type RevisionChoice = { version: number; at: number; name: string; reason: string }

type RevisionPickerProps = {
  objectId: string
  revisions: readonly RevisionChoice[]
  /** Whether loading a revision would discard changes. */
  isChanged: () => boolean
  onText: (text: string) => void
}

/** Loads the text of a revision into the editor. Without JavaScript the page is reloaded with it. */
export function RevisionPicker({ objectId, revisions, isChanged, onText }: RevisionPickerProps) {
  const t = useTranslate()
  const api = useApi()
  const toast = useToast()
  const { dateTime } = useFormats()
  const [pendingVersion, setPendingVersion] = useState<string | null>(null)
  const select = useRef<HTMLSelectElement>(null)
  if (revisions.length < 2) return null

  async function load(version: string) {
    setPendingVersion(null)
    const position = revisions.findIndex((revision) => String(revision.version) === version)
    try {
      const [revision] = await api.call(listRevisions, {
        object_id: objectId,
        page: position + 1,
        page_size: 1,
      })
      if (revision === undefined) return
      onText(revision.content.content)
      toast({ text: t('edit.revision_loaded') })
    } catch {
      toast({ text: t('network.unreachable'), tone: 'bad' })
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const version = select.current?.value ?? ''
    if (isChanged()) setPendingVersion(version)
    else void load(version)
  }
  const toLabel = ({ at, name, reason }: RevisionChoice) => {
    const values = { date: dateTime(at), name, reason }
    return t(reason === '' ? 'edit.revision_by' : 'edit.revision_by_reason', values)
  }
  return (
    <form method="get" onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <Field label={t('edit.revision')} id="revision" className="min-w-0 flex-1 basis-60">
        <Select
          ref={select}
          name="revision"
          options={revisions.map((revision) => ({
            value: String(revision.version),
            label: toLabel(revision),
          }))}
        />
      </Field>
      <Button type="submit">{t('edit.revision_load')}</Button>
      <ConfirmDialog
        open={pendingVersion !== null}
        onOpenChange={(isOpen) => !isOpen && setPendingVersion(null)}
        title={t('edit.revision_replace_title')}
        description={t('edit.revision_replace_text')}
        confirmLabel={t('edit.revision_replace')}
        cancelLabel={t('edit.cancel')}
        onConfirm={() => void load(pendingVersion ?? '')}
      />
    </form>
  )
}
