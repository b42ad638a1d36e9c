import { useEffect, useRef, type ReactNode } from 'react'
import { Listbox, type ListOption } from '../listbox.tsx'
import { useListbox } from '../use-listbox.ts'
import { SearchForm, type SearchFormProps } from './search-form.tsx'

type SearchBoxProps = SearchFormProps & {
  options: ListOption[]
  listLabel: string
  /** Number of suggestions, for screen readers. */
  status: string
  onQuery: (text: string) => void
  onPick: (option: ListOption) => void
  /** Shown while the field has the focus and there are no options. */
  panel?: ReactNode
}

/** Enter submits the search unless a suggestion is active. */
export function SearchBox(props: SearchBoxProps) {
  const { options, listLabel, status, onQuery, onPick, onSubmit, panel, ...form } = props
  const listbox = useListbox(options.length)
  const isOpen = listbox.open && options.length > 0
  const active = options[listbox.active]

  const { setOpen } = listbox
  const statusLine = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const input = statusLine.current?.closest('form')?.querySelector('input')
    if (!input || input !== document.activeElement) return
    // Focused, and maybe filled in, before hydration.
    onQuery(input.value)
    setOpen(true)
  }, [onQuery, setOpen])

  function pick(index: number) {
    const option = options[index]
    if (option === undefined) return
    listbox.setOpen(false)
    onPick(option)
  }

  return (
    <SearchForm
      {...form}
      onSubmit={(event) => {
        listbox.setOpen(false)
        onSubmit?.(event)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Closing the keyboard of a phone leaves the suggestions on the screen.
        if (isInOpenPopover(currentTarget) || currentTarget.contains(relatedTarget)) return
        listbox.setOpen(false)
      }}
      inputProps={{
        // `search` is not allowed together with the combobox role.
        type: 'text',
        inputMode: 'search',
        role: 'combobox',
        'aria-expanded': isOpen,
        'aria-controls': listbox.listId,
        'aria-autocomplete': 'list',
        'aria-activedescendant': isOpen && active ? listbox.optionId(listbox.active) : undefined,
        autoCapitalize: 'none',
        spellCheck: false,
        onChange: (event) => {
          onQuery(event.currentTarget.value)
          listbox.setActive(-1)
          listbox.setOpen(true)
        },
        onClick: () => listbox.setOpen(true),
        onFocus: (event) => {
          onQuery(event.currentTarget.value)
          listbox.setOpen(true)
        },
        onKeyDown: (event) => void listbox.handleKey(event, pick),
      }}
    >
      <span ref={statusLine} role="status" className="sr-only">
        {isOpen && status}
      </span>
      {isOpen && (
        <Listbox
          id={listbox.listId}
          label={listLabel}
          options={options}
          active={listbox.active}
          selected={active ? [active.value] : []}
          optionId={listbox.optionId}
          onActive={listbox.setActive}
          onPick={pick}
        />
      )}
      {listbox.open && options.length === 0 && panel}
    </SearchForm>
  )
}

function isInOpenPopover(element: Element): boolean {
  return CSS.supports('selector(:popover-open)') && element.closest(':popover-open') !== null
}
