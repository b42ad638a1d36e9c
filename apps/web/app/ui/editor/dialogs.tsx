import { useId, useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { FileDrop } from '../file-drop.tsx'
import { TextInput } from '../text-input.tsx'
import type { Edit, TextSelection } from './text-selection.ts'
import { replaceSelection } from './text-selection.ts'
import { insertTable } from './block-commands.ts'
import { toLink } from './inline-commands.ts'
import type { EditorLabel, EditorLabels } from './labels.ts'

export type DialogProps = {
  labels: EditorLabels
  /** The selected text when the dialog opened. */
  selected: string
  onClose: () => void
  /** Closes the dialog and runs the command. */
  onInsert: (command: (selection: TextSelection) => Edit) => void
}

type FormDialogProps = {
  labels: EditorLabels
  title: EditorLabel
  onClose: () => void
  onSubmit: (event: React.SubmitEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** Stops the submit event, which would bubble through the portal to the form around the editor. */
export function FormDialog({ labels, title, onClose, onSubmit, children }: FormDialogProps) {
  const id = useId()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={labels(title)}
      closeLabel={labels('close')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {labels('cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary">
            {labels('add')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          onSubmit(event)
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}

export function LinkDialog({ labels, selected, onClose, onInsert }: DialogProps) {
  const isUrl = /^https?:\/\/\S+$/.test(selected.trim())
  const [url, setUrl] = useState(isUrl ? selected.trim() : '')
  const [text, setText] = useState(isUrl ? '' : selected)
  const [isSubmitted, setSubmitted] = useState(false)
  const isEmpty = url.trim() === ''
  return (
    <FormDialog
      labels={labels}
      title="link"
      onClose={onClose}
      onSubmit={() => {
        setSubmitted(true)
        if (isEmpty) return
        const to = toUrl(url)
        onInsert((selection) => replaceSelection(selection, toLink(text.trim() || to, to)))
      }}
    >
      <Field
        label={labels('link_url')}
        required
        error={isSubmitted && isEmpty ? labels('empty_field') : undefined}
      >
        <TextInput
          type="url"
          inputMode="url"
          dir="ltr"
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
      </Field>
      <Field label={labels('link_text')}>
        <TextInput
          dir="auto"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  )
}

/** Adds a missing `https://`. */
function toUrl(input: string): string {
  const url = input.trim()
  return /^(?:[a-z][a-z+.-]*:|\/|#)/i.test(url) ? url : `https://${url}`
}

type ImageDialogProps = DialogProps & { onFiles: ((files: File[]) => void) | null }

export function ImageDialog({ labels, selected, onClose, onInsert, onFiles }: ImageDialogProps) {
  const [url, setUrl] = useState('')
  const [text, setText] = useState(selected)
  const [isSubmitted, setSubmitted] = useState(false)
  const isEmpty = url.trim() === ''
  return (
    <FormDialog
      labels={labels}
      title="image"
      onClose={onClose}
      onSubmit={() => {
        setSubmitted(true)
        if (isEmpty) return
        const image = toLink(text, toUrl(url), 'image')
        onInsert((selection) => replaceSelection(selection, image))
      }}
    >
      {onFiles && (
        <FileDrop
          name="editor-image"
          prompt={labels('image_choose')}
          hint={labels('image_choose_hint')}
          accept="image/*"
          multiple
          onFiles={(files) => {
            onClose()
            onFiles(files)
          }}
          removeLabel={(name) => labels('upload_cancel', { name })}
          progressLabel={(name) => labels('upload_progress', { name })}
        />
      )}
      <Field
        label={labels('image_url')}
        required
        error={isSubmitted && isEmpty ? labels('empty_field') : undefined}
      >
        <TextInput
          type="url"
          inputMode="url"
          dir="ltr"
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
      </Field>
      <Field label={labels('image_text')} hint={labels('image_text_hint')}>
        <TextInput
          dir="auto"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  )
}

const maxSize = { rows: 50, columns: 12 }

export function TableDialog({ labels, onClose, onInsert }: DialogProps) {
  const [columns, setColumns] = useState(3)
  const [rows, setRows] = useState(2)
  return (
    <FormDialog
      labels={labels}
      title="table"
      onClose={onClose}
      onSubmit={() =>
        onInsert((selection) =>
          insertTable(selection, { rows, columns }, (number) => labels('column', { number })),
        )
      }
    >
      <div className="grid grid-cols-2 gap-4">
        <Field label={labels('columns')}>
          <CountInput value={columns} max={maxSize.columns} onChange={setColumns} />
        </Field>
        <Field label={labels('rows')}>
          <CountInput value={rows} max={maxSize.rows} onChange={setRows} />
        </Field>
      </div>
    </FormDialog>
  )
}

type CountInputProps = {
  value: number
  max: number
  onChange: (value: number) => void
}

function CountInput({ value, max, onChange }: CountInputProps) {
  return (
    <TextInput
      type="number"
      inputMode="numeric"
      min={1}
      max={max}
      defaultValue={value}
      onChange={(event) => {
        const count = Math.trunc(Number(event.currentTarget.value))
        if (count >= 1) onChange(Math.min(count, max))
      }}
    />
  )
}
