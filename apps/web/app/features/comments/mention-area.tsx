import { useRef, useState, type ComponentProps, type KeyboardEvent, type Ref } from 'react'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Listbox } from '../../ui/listbox.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useListbox } from '../../ui/use-listbox.ts'
import { useCommentDesk } from './comment-desk.tsx'
import { mentionAt, withMention, type Mention } from './mention-text.ts'
import { useMentions } from './use-mentions.ts'

type MentionAreaProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & {
  value: string
  onText: (text: string) => void
}

/** A text area that offers names after an @. */
export function MentionArea({ value, onText, onKeyDown, ref, ...rest }: MentionAreaProps) {
  const t = useTranslate()
  const { people } = useCommentDesk()
  const own = useRef<HTMLTextAreaElement>(null)
  const [mention, setMention] = useState<Mention | null>(null)
  const offered = useMentions(mention?.query ?? null, people)
  const box = useListbox(offered.length)
  const isShown = mention !== null && box.open && offered.length > 0

  function read(area: HTMLTextAreaElement) {
    const next = mentionAt(area.value, area.selectionStart)
    setMention(next)
    box.setOpen(next !== null)
    box.setActive(next === null ? -1 : 0)
  }

  function pick(index: number) {
    const person = offered[index]
    const area = own.current
    if (person === undefined || mention === null || area === null) return
    const done = withMention(value, mention, person.username)
    onText(done.text)
    setMention(null)
    // The caret can go there once the new text is in the box.
    requestAnimationFrame(() => area.setSelectionRange(done.caret, done.caret))
  }

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isShown && event.key === 'Tab') {
      event.preventDefault()
      return pick(Math.max(0, box.active))
    }
    if (isShown && box.handleKey(event, pick)) return
    onKeyDown?.(event)
  }

  return (
    <div className="relative">
      <TextArea
        {...rest}
        ref={(element) => {
          own.current = element
          setRef(ref, element)
        }}
        dir="auto"
        rows={3}
        value={value}
        aria-autocomplete="list"
        aria-controls={isShown ? box.listId : undefined}
        aria-activedescendant={isShown && box.active >= 0 ? box.optionId(box.active) : undefined}
        onChange={(event) => {
          onText(event.target.value)
          read(event.target)
        }}
        onBlur={() => box.setOpen(false)}
        onKeyDown={handleKey}
      />
      {isShown && (
        <Listbox
          id={box.listId}
          label={t('comment.people')}
          options={offered.map(({ username, display_name, avatar }) => ({
            value: username,
            label: (
              <span className="flex items-center gap-2">
                <Avatar name={display_name} src={avatar || null} size="sm" />
                <bdi>{display_name}</bdi>
              </span>
            ),
            hint: <span dir="ltr">@{username}</span>,
          }))}
          active={box.active}
          optionId={box.optionId}
          onActive={box.setActive}
          onPick={pick}
        />
      )}
      <span role="status" className="sr-only">
        {isShown ? t('comment.people_found', { count: offered.length }) : ''}
      </span>
    </div>
  )
}

function setRef(ref: Ref<HTMLTextAreaElement> | undefined, element: HTMLTextAreaElement | null) {
  if (typeof ref === 'function') ref(element)
  else if (ref) ref.current = element
}
