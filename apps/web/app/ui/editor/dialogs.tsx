import { useId, useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { FileDrop } from '../file-drop.tsx'
import { TextInput } from '../text-input.tsx'
import type { Edit, Writing } from './writing.ts'
import { replaceSelection } from './writing.ts'
import { insertTable } from './block-commands.ts'
import { toLink } from './inline-commands.ts'
import type { EditorWord, EditorWords } from './words.ts'

export type DialogProps = {
  words: EditorWords
  /** What was selected when it opened. */
  selected: string
  onClose: () => void
  /** Closes it and writes. */
  onWrite: (command: (writing: Writing) => Edit) => void
}

type FormDialogProps = {
  words: EditorWords
  title: EditorWord
  onClose: () => void
  onSubmit: (event: React.SubmitEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** A form of its own: it must not send the one the editor stands in. */
export function FormDialog({ words, title, onClose, onSubmit, children }: FormDialogProps) {
  const id = useId()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words(title)}
      closeLabel={words('close')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {words('cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary">
            {words('add')}
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

export function LinkDialog({ words, selected, onClose, onWrite }: DialogProps) {
  const isAddress = /^https?:\/\/\S+$/.test(selected.trim())
  const [address, setAddress] = useState(isAddress ? selected.trim() : '')
  const [text, setText] = useState(isAddress ? '' : selected)
  const [tried, setTried] = useState(false)
  const isEmpty = address.trim() === ''
  return (
    <FormDialog
      words={words}
      title="link"
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (isEmpty) return
        const to = toAddress(address)
        onWrite((writing) => replaceSelection(writing, toLink(text.trim() || to, to)))
      }}
    >
      <Field
        label={words('link_address')}
        required
        error={tried && isEmpty ? words('empty_field') : undefined}
      >
        <TextInput
          type="url"
          inputMode="url"
          dir="ltr"
          placeholder="https://"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      </Field>
      <Field label={words('link_text')}>
        <TextInput
          dir="auto"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  )
}

/** People leave out what they think goes without saying. */
function toAddress(typed: string): string {
  const address = typed.trim()
  return /^(?:[a-z][a-z+.-]*:|\/|#)/i.test(address) ? address : `https://${address}`
}

type ImageDialogProps = DialogProps & { onFiles: ((files: File[]) => void) | null }

export function ImageDialog({ words, selected, onClose, onWrite, onFiles }: ImageDialogProps) {
  const [address, setAddress] = useState('')
  const [text, setText] = useState(selected)
  const [tried, setTried] = useState(false)
  const isEmpty = address.trim() === ''
  return (
    <FormDialog
      words={words}
      title="image"
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (isEmpty) return
        const image = toLink(text, toAddress(address), 'image')
        onWrite((writing) => replaceSelection(writing, image))
      }}
    >
      {onFiles && (
        <FileDrop
          name="editor-image"
          prompt={words('image_choose')}
          hint={words('image_choose_hint')}
          accept="image/*"
          multiple
          onFiles={(files) => {
            onClose()
            onFiles(files)
          }}
          removeLabel={(name) => words('upload_cancel', { name })}
          progressLabel={(name) => words('upload_progress', { name })}
        />
      )}
      <Field
        label={words('image_address')}
        required
        error={tried && isEmpty ? words('empty_field') : undefined}
      >
        <TextInput
          type="url"
          inputMode="url"
          dir="ltr"
          placeholder="https://"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      </Field>
      <Field label={words('image_text')} hint={words('image_text_hint')}>
        <TextInput
          dir="auto"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  )
}

const most = { rows: 50, columns: 12 }

export function TableDialog({ words, onClose, onWrite }: DialogProps) {
  const [columns, setColumns] = useState(3)
  const [rows, setRows] = useState(2)
  return (
    <FormDialog
      words={words}
      title="table"
      onClose={onClose}
      onSubmit={() =>
        onWrite((writing) =>
          insertTable(writing, { rows, columns }, (number) => words('column', { number })),
        )
      }
    >
      <div className="grid grid-cols-2 gap-4">
        <Field label={words('columns')}>
          <CountInput value={columns} most={most.columns} onChange={setColumns} />
        </Field>
        <Field label={words('rows')}>
          <CountInput value={rows} most={most.rows} onChange={setRows} />
        </Field>
      </div>
    </FormDialog>
  )
}

type CountInputProps = {
  value: number
  most: number
  onChange: (value: number) => void
}

function CountInput({ value, most: max, onChange }: CountInputProps) {
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
