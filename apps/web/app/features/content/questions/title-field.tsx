import { limits } from '@stoa/contract/limits'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { onFormInput, type Control } from '../../../kernel/form.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { TitleArea } from '../../../ui/text-area.tsx'

type TitleInputProps = { control: Control; onFocus?: () => void; onBlur?: () => void }

/** Grows with its text, but takes no line breaks. */
export function TitleInput({ control, onFocus, onBlur }: TitleInputProps) {
  const t = useTranslate()
  const { onBlur: onControlBlur, ...rest } = control
  return (
    <TitleArea
      dir="auto"
      autoComplete="off"
      maxLength={limits.title.max}
      placeholder={t('ask.question_placeholder')}
      {...rest}
      onKeyDown={preventLineBreak}
      onFocus={onFocus}
      onBlur={(event) => {
        onBlur?.()
        void onControlBlur(event)
      }}
    />
  )
}

function preventLineBreak(event: KeyboardEvent) {
  const isSubmitShortcut = event.ctrlKey || event.metaKey
  if (event.key === 'Enter' && !isSubmitShortcut && !event.nativeEvent.isComposing)
    event.preventDefault()
}

/** The current title and its character counter; follows every change, also by scripts. */
export function useTitle(initialTitle: string) {
  const [title, setTitle] = useState(initialTitle)
  const counter = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const form = counter.current?.closest('form')
    const field = form?.elements.namedItem('title')
    if (!form || !(field instanceof HTMLTextAreaElement)) return
    const update = () => setTitle(field.value)
    update()
    return onFormInput(form, update)
  }, [])
  return {
    title,
    counter: (
      <span ref={counter} className="numeral" aria-hidden="true">
        {[...title].length} / {limits.title.max}
      </span>
    ),
  }
}
