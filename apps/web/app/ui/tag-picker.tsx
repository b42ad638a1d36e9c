import { X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useField } from './field.tsx'
import { Listbox, type ListOption } from './listbox.tsx'
import { useListbox } from './use-listbox.ts'

type TagPickerProps = {
  /** Name of the hidden inputs, one per tag. */
  name: string
  chosen: string[]
  onChosen: (tags: string[]) => void
  options: ListOption[]
  query: string
  onQuery: (query: string) => void
  listLabel: string
  removeLabel: (tag: string) => string
  placeholder?: string
  max?: number
  message?: ReactNode
  /** Converts free text to a tag name; null rejects it. */
  create?: (text: string) => string | null
}

const FRAME = 'input input-frame flex flex-wrap items-center gap-1.5 px-2! py-1.5!'
const CHIP =
  'inline-flex min-h-7 items-center rounded-sm bg-accent-tint ps-2.25 text-sm font-medium text-accent-ink'
const REMOVE = 'grid h-7 w-6.5 place-items-center text-sm'
const INPUT = 'min-h-[max(1.75rem,var(--target))] min-w-24 flex-1'
const SEPARATORS = new Set([',', ' ', 'Enter'])

export function TagPicker(props: TagPickerProps) {
  const { name, chosen, onChosen, options, query, onQuery, listLabel, removeLabel } = props
  const { placeholder, max = Infinity, message, create } = props
  const field = useField()
  const input = useRef<HTMLInputElement>(null)
  const isFull = chosen.length >= max
  const listbox = useListbox(options.length)
  const [isPreselected, setPreselected] = useState(false)
  // While typing, a new tag is offered but not preselected: the name may not be complete.
  const active = isPreselected && options[listbox.active]?.isNew ? -1 : listbox.active

  function add(tag: string | null | undefined) {
    if (!tag || isFull) return
    onQuery('')
    // Last, because the caller may derive the text of the field from what it knew before.
    if (!chosen.includes(tag)) onChosen([...chosen, tag])
    listbox.setActive(-1)
  }
  const pick = (index: number) => add(options[index]?.value)
  function remove(tag: string) {
    onChosen(chosen.filter((other) => other !== tag))
    input.current?.focus()
  }
  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setPreselected(false)
    if (listbox.handleKey(event, pick)) return
    const last = chosen.at(-1)
    if (event.key === 'Backspace' && query === '' && last) remove(last)
    else if (SEPARATORS.has(event.key) && query.trim() !== '') {
      event.preventDefault()
      add(create?.(query.trim()) ?? options.find((option) => option.value === query.trim())?.value)
    }
  }
  const isOpen = listbox.open && !isFull && (options.length > 0 || Boolean(message))
  return (
    <div className="relative">
      <div
        className={FRAME}
        aria-invalid={field['aria-invalid']}
        onClick={() => input.current?.focus()}
      >
        {chosen.map((tag) => (
          <span key={tag} className={CHIP}>
            <bdi>{tag}</bdi>
            <button
              type="button"
              aria-label={removeLabel(tag)}
              onClick={() => remove(tag)}
              className={classNames(REMOVE, 'hit opacity-80 hover:opacity-100')}
            >
              <X className="icon" aria-hidden="true" />
            </button>
            <input type="hidden" name={name} value={tag} />
          </span>
        ))}
        <input
          ref={input}
          type="text"
          role="combobox"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-expanded={isOpen}
          aria-controls={listbox.listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && active >= 0 ? listbox.optionId(active) : undefined}
          placeholder={chosen.length === 0 ? placeholder : undefined}
          readOnly={isFull}
          value={query}
          onChange={(event) => {
            onQuery(event.currentTarget.value)
            listbox.setActive(0)
            setPreselected(true)
            listbox.setOpen(true)
          }}
          onFocus={() => listbox.setOpen(true)}
          onBlur={() => listbox.setOpen(false)}
          onKeyDown={handleKey}
          className={classNames(INPUT, 'bg-transparent text-md outline-none')}
          {...field}
        />
      </div>
      {isOpen && (
        <Listbox
          id={listbox.listId}
          label={listLabel}
          options={options}
          active={active}
          selected={chosen}
          optionId={listbox.optionId}
          onActive={(index) => {
            setPreselected(false)
            listbox.setActive(index)
          }}
          onPick={pick}
          message={message}
        />
      )}
    </div>
  )
}

/** Reserves the picker's space until it is hydrated, to avoid layout shift. */
export function TagPickerPlaceholder({ chosen }: { chosen: string[] }) {
  return (
    <div aria-hidden="true" className={classNames(FRAME, 'invisible noscript:hidden')}>
      {chosen.map((tag) => (
        <span key={tag} className={CHIP}>
          <bdi>{tag}</bdi>
          <span className={REMOVE} />
        </span>
      ))}
      <span className={INPUT} />
    </div>
  )
}
