import { useEffect, useRef } from 'react'
import { FormField, type ContractForm } from '../../../kernel/form.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { MarkdownEditor } from '../../../ui/editor/markdown-editor.tsx'
import { Switch } from '../../../ui/switch.tsx'
import type { AskField } from './ask-form.ts'
import { useEditorOptions } from '../uploads/use-editor-options.tsx'

type OwnAnswerProps = {
  form: ContractForm<AskField>
  initial: { isOpen: boolean; text: string }
  onToggle: (isOn: boolean) => void
}

/** A switch that shows the editor with CSS, so that it works without JavaScript. */
export function OwnAnswer({ form, initial, onToggle }: OwnAnswerProps) {
  const options = useEditorOptions('answer')
  const t = useTranslate()
  const container = useRef<HTMLDivElement>(null)

  // A restored draft with an answer turns the switch on.
  useEffect(() => {
    const formElement = container.current?.closest('form')
    const field = formElement?.elements.namedItem('answer_content')
    const checkbox = formElement?.elements.namedItem('with_answer')
    if (!(field instanceof HTMLTextAreaElement) || !(checkbox instanceof HTMLInputElement)) return
    onToggle(checkbox.checked)
    const openIfFilled = () => {
      if (checkbox.checked || field.value === '') return
      checkbox.click()
    }
    field.addEventListener('input', openIfFilled)
    return () => field.removeEventListener('input', openIfFilled)
  }, [onToggle])

  const { defaultValue: _, onChange, ...control } = form.control('with_answer')
  return (
    <div ref={container} className="group grid gap-3">
      <Switch
        {...control}
        value="on"
        label={t('ask.own_answer')}
        hint={t('ask.own_answer_hint')}
        defaultChecked={initial.isOpen}
        onChange={(event) => {
          void onChange(event)
          onToggle(event.currentTarget.checked)
        }}
      />
      <div className="hidden group-has-[.switch:checked]:block">
        <FormField form={form} name="answer_content" label={t('ask.answer')} optional>
          {(field) => (
            <MarkdownEditor
              {...field}
              defaultValue={field.defaultValue ?? initial.text}
              label={t('ask.answer')}
              labels={(label, values) => t(`editor.${label}`, values)}
              size="sm"
              options={options}
            />
          )}
        </FormField>
      </div>
    </div>
  )
}
