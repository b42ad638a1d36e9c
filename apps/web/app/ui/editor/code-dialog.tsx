import { useState } from 'react'
import { Combobox } from '../combobox.tsx'
import { Field } from '../field.tsx'
import { TextArea } from '../text-area.tsx'
import { insertCodeBlock } from './block-commands.ts'
import { codeLanguages } from './code-languages.ts'
import { FormDialog, type DialogProps } from './dialogs.tsx'

export function CodeDialog({ words, selected, onClose, onWrite }: DialogProps) {
  const [code, setCode] = useState(selected)
  const [language, setLanguage] = useState('')
  const [tried, setTried] = useState(false)
  const isEmpty = code.trim() === ''
  const options = findLanguages(language)
  return (
    <FormDialog
      words={words}
      title="code_block"
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (!isEmpty) onWrite((writing) => insertCodeBlock(writing, code, toName(language)))
      }}
    >
      <Field
        label={words('code_field')}
        required
        error={tried && isEmpty ? words('empty_field') : undefined}
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
      <Field label={words('language')} hint={words('language_hint')}>
        <Combobox
          dir="ltr"
          options={options}
          listLabel={words('languages')}
          query={language}
          onQuery={setLanguage}
          onPick={({ value }) => setLanguage(value)}
        />
      </Field>
    </FormDialog>
  )
}

function findLanguages(query: string) {
  const wanted = query.trim().toLowerCase()
  const found = codeLanguages.filter(
    ({ value, label }) => value.startsWith(wanted) || label.toLowerCase().includes(wanted),
  )
  return found.map(({ value, label }) => ({ value, label, hint: value }))
}

/** A name that can stand behind a fence; any language may be named, known or not. */
function toName(typed: string): string {
  const wanted = typed.trim().toLowerCase()
  const known = codeLanguages.find(({ label }) => label.toLowerCase() === wanted)
  return known?.value ?? wanted.replaceAll(/[^\w+#.-]/g, '')
}
