import { limits } from '@stoa/contract/limits'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { useStoredText } from './use-stored-text.ts'
import { MentionArea } from './mention-area.tsx'

type CommentFormProps = {
  /** Session storage key of the unfinished text. */
  storageKey: string
  label: string
  submitLabel: string
  initialText?: string
  /** Returns an error message, or undefined on success. */
  onSend: (text: string) => Promise<string | undefined>
  onClose: () => void
}

const { min, max } = limits.comment
/** The counter appears when this many characters are left. */
const counterThreshold = 100

export function CommentForm(props: CommentFormProps) {
  const { storageKey, label, submitLabel, initialText = '', onSend, onClose } = props
  const t = useTranslate()
  const area = useRef<HTMLTextAreaElement>(null)
  const { text, setText, clear } = useStoredText(storageKey, initialText)
  const { error, isSending, send } = useSendComment(text, onSend, () => {
    clear()
    onClose()
  })
  useFocusAtEnd(area)
  const left = max - text.trim().length

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    }
    if (event.key === 'Escape' && text.trim() === initialText.trim()) onClose()
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
        aside={left <= counterThreshold && <CharactersLeft count={left} />}
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
            clear()
            onClose()
          }}
        >
          {t('comment.cancel')}
        </Button>
      </div>
    </form>
  )
}

function useSendComment(text: string, onSend: CommentFormProps['onSend'], onSent: () => void) {
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
    const failure = await onSend(text)
    isSending.current = false
    if (failure === undefined) return onSent()
    setState({ error: failure, isSending: false })
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

function CharactersLeft({ count }: { count: number }) {
  const t = useTranslate()
  const isOver = count < 0
  return (
    <span className={isOver ? 'font-medium text-bad' : undefined}>
      {isOver
        ? t('comment.characters_over', { count: -count })
        : t('comment.characters_left', { count })}
    </span>
  )
}
