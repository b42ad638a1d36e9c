import { X } from 'lucide-react'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useField } from './field.tsx'
import { Listbox, type ListOption } from './listbox.tsx'
import { useListbox } from './use-listbox.ts'

type TagPickerProps = {
  /** The form field that carries each chosen tag. */
  name: string
  chosen: string[]
  onChosen: (tags: string[]) => void
  options: ListOption[]
  query: string
  onQuery: (query: string) => void
  listLabel: string
  removeLabel: (tag: string) => string
  placeholder?: string
  most?: number
  message?: ReactNode
  /** Turns free text into a tag name; null refuses it. */
  create?: (text: string) => string | null
}

const FRAME = 'input input-frame flex flex-wrap items-center gap-1.5 px-2! py-1.5!'
const CHIP =
  'inline-flex min-h-7 items-center rounded-sm bg-accent-tint ps-2.25 text-sm font-medium text-accent-ink'
const REMOVE = 'grid h-7 w-6.5 place-items-center text-sm'
const LINE = 'min-h-[max(1.75rem,var(--target))] min-w-24 flex-1'
const SEPARATORS = new Set([',', ' ', 'Enter'])

export function TagPicker(props: TagPickerProps) {
  const { name, chosen, onChosen, options, query, onQuery, listLabel, removeLabel } = props
  const { placeholder, most = Infinity, message, create } = props
  const field = useField()
  const input = useRef<HTMLInputElement>(null)
  const full = chosen.length >= most
  const box = useListbox(options.length)

  function add(tag: string | null | undefined) {
    if (!tag || full) return
    if (!chosen.includes(tag)) onChosen([...chosen, tag])
    onQuery('')
    box.setActive(-1)
  }
  const pick = (index: number) => add(options[index]?.value)
  function remove(tag: string) {
    onChosen(chosen.filter((other) => other !== tag))
    input.current?.focus()
  }
  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (box.handleKey(event, pick)) return
    const last = chosen.at(-1)
    if (event.key === 'Backspace' && query === '' && last) remove(last)
    else if (SEPARATORS.has(event.key) && query.trim() !== '') {
      event.preventDefault()
      add(create?.(query.trim()) ?? options.find((option) => option.value === query.trim())?.value)
    }
  }
  const shown = box.open && !full && (options.length > 0 || Boolean(message))
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
          aria-expanded={shown}
          aria-controls={box.listId}
          aria-autocomplete="list"
          aria-activedescendant={shown && box.active >= 0 ? box.optionId(box.active) : undefined}
          placeholder={chosen.length === 0 ? placeholder : undefined}
          readOnly={full}
          value={query}
          onChange={(event) => {
            onQuery(event.currentTarget.value)
            box.setActive(0)
            box.setOpen(true)
          }}
          onFocus={() => box.setOpen(true)}
          onBlur={() => box.setOpen(false)}
          onKeyDown={handleKey}
          className={classNames(LINE, 'bg-transparent text-md outline-none')}
          {...field}
        />
      </div>
      {shown && (
        <Listbox
          id={box.listId}
          label={listLabel}
          options={options}
          active={box.active}
          selected={chosen}
          optionId={box.optionId}
          onActive={box.setActive}
          onPick={pick}
          message={message}
        />
      )}
    </div>
  )
}

/** As much room as the picker will take, before it is there: nothing below it moves when it comes. */
export function TagPickerRoom({ chosen }: { chosen: string[] }) {
  return (
    <div aria-hidden="true" className={classNames(FRAME, 'invisible noscript:hidden')}>
      {chosen.map((tag) => (
        <span key={tag} className={CHIP}>
          <bdi>{tag}</bdi>
          <span className={REMOVE} />
        </span>
      ))}
      <span className={LINE} />
    </div>
  )
}
