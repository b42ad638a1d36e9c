import { useEffect, useRef } from 'react'
import { FormField, type ContractForm } from '../../kernel/form.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { MarkdownEditor } from '../../ui/editor/markdown-editor.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { AskField } from './ask-form.ts'
import { useUploadOptions } from '../uploads/use-upload-options.ts'

type OwnAnswerProps = {
  form: ContractForm<AskField>
  start: { isOpen: boolean; text: string }
  onSwitch: (isOn: boolean) => void
}

/** A switch, and the editor it opens: by style alone, so that it opens without scripts as well. */
export function OwnAnswer({ form, start, onSwitch }: OwnAnswerProps) {
  const options = useUploadOptions()
  const t = useTranslate()
  const place = useRef<HTMLDivElement>(null)

  // A draft that comes back with an answer in it opens the field.
  useEffect(() => {
    const owner = place.current?.closest('form')
    const field = owner?.elements.namedItem('answer_content')
    const box = owner?.elements.namedItem('with_answer')
    if (!(field instanceof HTMLTextAreaElement) || !(box instanceof HTMLInputElement)) return
    onSwitch(box.checked)
    const follow = () => {
      if (box.checked || field.value === '') return
      box.click()
    }
    field.addEventListener('input', follow)
    return () => field.removeEventListener('input', follow)
  }, [onSwitch])

  const { defaultValue: _, onChange, ...control } = form.control('with_answer')
  return (
    <div ref={place} className="group grid gap-3">
      <Switch
        {...control}
        value="on"
        label={t('ask.own_answer')}
        hint={t('ask.own_answer_hint')}
        defaultChecked={start.isOpen}
        onChange={(event) => {
          void onChange(event)
          onSwitch(event.currentTarget.checked)
        }}
      />
      <div className="hidden group-has-[.switch:checked]:block">
        <FormField form={form} name="answer_content" label={t('ask.answer')} optional>
          {(field) => (
            <MarkdownEditor
              {...field}
              defaultValue={field.defaultValue ?? start.text}
              label={t('ask.answer')}
              words={(word, values) => t(`editor.${word}`, values)}
              size="sm"
              options={options}
            />
          )}
        </FormField>
      </div>
    </div>
  )
}
