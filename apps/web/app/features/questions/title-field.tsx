import { limits } from '@stoa/contract/limits'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { hearForm } from '../../kernel/form-input.ts'
import type { Control } from '../../kernel/form.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { TitleArea } from '../../ui/text-area.tsx'

type TitleInputProps = { control: Control; onFocus?: () => void; onBlur?: () => void }

/** One sentence in the voice of a headline. It grows, but has no second line of its own. */
export function TitleInput({ control, onFocus, onBlur }: TitleInputProps) {
  const t = useTranslate()
  const { onBlur: leave, ...rest } = control
  return (
    <TitleArea
      dir="auto"
      autoComplete="off"
      maxLength={limits.title.max}
      placeholder={t('ask.question_placeholder')}
      {...rest}
      onKeyDown={keepOneLine}
      onFocus={onFocus}
      onBlur={(event) => {
        onBlur?.()
        void leave(event)
      }}
    />
  )
}

function keepOneLine(event: KeyboardEvent) {
  const isSending = event.ctrlKey || event.metaKey
  if (event.key === 'Enter' && !isSending && !event.nativeEvent.isComposing) event.preventDefault()
}

/** How much of the title is used; its text follows whatever writes into the field. */
export function useTitle(start: string) {
  const [title, setTitle] = useState(start)
  const counter = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const form = counter.current?.closest('form')
    const field = form?.elements.namedItem('title')
    if (!form || !(field instanceof HTMLTextAreaElement)) return
    const follow = () => setTitle(field.value)
    follow()
    return hearForm(form, follow)
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
