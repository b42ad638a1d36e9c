import { useRef, useState, type ComponentProps, type KeyboardEvent, type Ref } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Listbox } from '../../../ui/listbox.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useListbox } from '../../../ui/use-listbox.ts'
import { useCommentForm } from './comment-form-context.tsx'
import { findMention, completeMention, type Mention } from './mention-text.ts'
import { useMentions } from './use-mentions.ts'

type MentionAreaProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & {
  value: string
  onText: (text: string) => void
}

export function MentionArea({ value, onText, onKeyDown, ref, ...rest }: MentionAreaProps) {
  const t = useTranslate()
  const { users } = useCommentForm()
  const areaRef = useRef<HTMLTextAreaElement>(null)
  const [mention, setMention] = useState<Mention | null>(null)
  const suggestions = useMentions(mention?.query ?? null, users)
  const listbox = useListbox(suggestions.length)
  const isOpen = mention !== null && listbox.open && suggestions.length > 0

  function updateMention(area: HTMLTextAreaElement) {
    const next = findMention(area.value, area.selectionStart)
    setMention(next)
    listbox.setOpen(next !== null)
    listbox.setActive(next === null ? -1 : 0)
  }

  function pick(index: number) {
    const user = suggestions[index]
    const area = areaRef.current
    if (user === undefined || mention === null || area === null) return
    const completed = completeMention(value, mention, user.username)
    onText(completed.text)
    setMention(null)
    // After React has rendered the new text.
    requestAnimationFrame(() => area.setSelectionRange(completed.caret, completed.caret))
  }

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isOpen && event.key === 'Tab') {
      event.preventDefault()
      return pick(Math.max(0, listbox.active))
    }
    if (isOpen && listbox.handleKey(event, pick)) return
    onKeyDown?.(event)
  }

  return (
    <div className="relative">
      <TextArea
        {...rest}
        ref={(element) => {
          areaRef.current = element
          setRef(ref, element)
        }}
        dir="auto"
        rows={3}
        value={value}
        aria-autocomplete="list"
        aria-controls={isOpen ? listbox.listId : undefined}
        aria-activedescendant={
          isOpen && listbox.active >= 0 ? listbox.optionId(listbox.active) : undefined
        }
        onChange={(event) => {
          onText(event.target.value)
          updateMention(event.target)
        }}
        onBlur={() => listbox.setOpen(false)}
        onKeyDown={handleKey}
      />
      {isOpen && (
        <Listbox
          id={listbox.listId}
          label={t('comment.mention_list')}
          options={suggestions.map(({ username, display_name, avatar }) => ({
            value: username,
            label: (
              <span className="flex items-center gap-2">
                <Avatar name={display_name} src={avatar || null} size="sm" />
                <bdi>{display_name}</bdi>
              </span>
            ),
            hint: <span dir="ltr">@{username}</span>,
          }))}
          active={listbox.active}
          optionId={listbox.optionId}
          onActive={listbox.setActive}
          onPick={pick}
        />
      )}
      <span role="status" className="sr-only">
        {isOpen ? t('comment.mention_count', { count: suggestions.length }) : ''}
      </span>
    </div>
  )
}

function setRef(ref: Ref<HTMLTextAreaElement> | undefined, element: HTMLTextAreaElement | null) {
  if (typeof ref === 'function') ref(element)
  else if (ref) ref.current = element
}
