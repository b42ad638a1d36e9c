import { useState } from 'react'
import { Combobox } from '../combobox.tsx'
import { Field } from '../field.tsx'
import { TextArea } from '../text-area.tsx'
import { insertCodeBlock } from './block-commands.ts'
import { codeLanguages } from './code-languages.ts'
import { FormDialog, type DialogProps } from './dialogs.tsx'

export function CodeDialog({ labels, selected, onClose, onInsert }: DialogProps) {
  const [code, setCode] = useState(selected)
  const [language, setLanguage] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const isEmpty = code.trim() === ''
  const options = findLanguages(language)
  return (
    <FormDialog
      labels={labels}
      title="code_block"
      onClose={onClose}
      onSubmit={() => {
        setSubmitted(true)
        if (!isEmpty)
          onInsert((selection) => insertCodeBlock(selection, code, toInfoString(language)))
      }}
    >
      <Field
        label={labels('code_field')}
        required
        error={isSubmitted && isEmpty ? labels('empty_field') : undefined}
      >
        <TextArea
          mono
          dir="ltr"
          rows={6}
          spellCheck={false}
          className="max-h-[40dvh]"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </Field>
      <Field label={labels('language')} hint={labels('language_hint')}>
        <Combobox
          dir="ltr"
          options={options}
          listLabel={labels('languages')}
          query={language}
          onQuery={setLanguage}
          onPick={({ value }) => setLanguage(value)}
        />
      </Field>
    </FormDialog>
  )
}

function findLanguages(query: string) {
  const search = query.trim().toLowerCase()
  const matches = codeLanguages.filter(
    ({ value, label }) => value.startsWith(search) || label.toLowerCase().includes(search),
  )
  return matches.map(({ value, label }) => ({ value, label, hint: value }))
}

/** The info string of a fence; unknown languages are allowed. */
function toInfoString(input: string): string {
  const search = input.trim().toLowerCase()
  const known = codeLanguages.find(({ label }) => label.toLowerCase() === search)
  return known?.value ?? search.replaceAll(/[^\w+#.-]/g, '')
}
