import { limits } from '@stoa/contract/limits'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useKeptText } from './kept-text.ts'
import { MentionArea } from './mention-area.tsx'

type CommentFormProps = {
  /** Where an unfinished text is kept. */
  keptAs: string
  label: string
  submitLabel: string
  start?: string
  /** Sends the text; undefined when it is there, else what was wrong with it. */
  onSend: (text: string) => Promise<string | undefined>
  onClose: () => void
}

const { min, max } = limits.comment
/** So many letters before the end, the counter begins to speak. */
const nearEnd = 100

/** Writes or changes a comment. What was typed is there until it is sent. */
export function CommentForm(props: CommentFormProps) {
  const { keptAs, label, submitLabel, start = '', onSend, onClose } = props
  const t = useTranslate()
  const area = useRef<HTMLTextAreaElement>(null)
  const { text, setText, forget } = useKeptText(keptAs, start)
  const { error, isSending, send } = useSending(text, onSend, () => {
    forget()
    onClose()
  })
  useFocusAtEnd(area)
  const left = max - text.trim().length

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    }
    if (event.key === 'Escape' && text.trim() === start.trim()) onClose()
  }

  return (
    <form
      className="grid gap-2 py-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field
        label={label}
        error={error}
        hint={t('comment.help')}
        aside={left <= nearEnd && <Left count={left} />}
      >
        <MentionArea
          ref={area}
          value={text}
          onText={setText}
          onKeyDown={handleKey}
          className="min-h-20!"
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="sm" loading={isSending}>
          {submitLabel}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            forget()
            onClose()
          }}
        >
          {t('comment.cancel')}
        </Button>
      </div>
    </form>
  )
}

function useSending(text: string, onSend: CommentFormProps['onSend'], onSent: () => void) {
  const t = useTranslate()
  const isSending = useRef(false)
  const [state, setState] = useState<{ error?: string; isSending: boolean }>({ isSending: false })

  async function send() {
    const { length } = text.trim()
    if (isSending.current) return
    if (length < min)
      return setState({ error: t('field.too_short', { minimum: min }), isSending: false })
    if (length > max)
      return setState({ error: t('field.too_long', { maximum: max }), isSending: false })
    isSending.current = true
    setState({ isSending: true })
    const outcome = await onSend(text)
    isSending.current = false
    if (outcome === undefined) return onSent()
    setState({ error: outcome, isSending: false })
  }

  return { ...state, send: () => void send() }
}

function useFocusAtEnd(area: { current: HTMLTextAreaElement | null }) {
  useEffect(() => {
    const element = area.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [area])
}

function Left({ count }: { count: number }) {
  const t = useTranslate()
  const isOver = count < 0
  return (
    <span className={isOver ? 'font-medium text-bad' : undefined}>
      {isOver ? t('comment.over', { count: -count }) : t('comment.left', { count })}
    </span>
  )
}
