import { ChevronsUpDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useField } from './field.tsx'
import { Listbox, type ListOption } from './listbox.tsx'
import { useListbox } from './use-listbox.ts'

type ComboboxProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onSelect'> & {
  /** Already filtered by the caller. */
  options: ListOption[]
  listLabel: string
  query: string
  onQuery: (query: string) => void
  onPick: (option: ListOption) => void
  selected?: string
  message?: ReactNode
}

export function Combobox(props: ComboboxProps) {
  const { options, listLabel, query, onQuery, onPick, selected, message, ...rest } = props
  const listbox = useListbox(options.length)
  function pick(index: number) {
    const option = options[index]
    if (!option) return
    onPick(option)
    listbox.setOpen(false)
  }
  const isOpen = listbox.open && (options.length > 0 || Boolean(message))
  return (
    <div className="relative">
      <input
        type="text"
        role="combobox"
        autoComplete="off"
        aria-expanded={isOpen}
        aria-controls={listbox.listId}
        aria-autocomplete="list"
        aria-activedescendant={
          isOpen && listbox.active >= 0 ? listbox.optionId(listbox.active) : undefined
        }
        className="input pe-9"
        value={query}
        onChange={(event) => {
          onQuery(event.currentTarget.value)
          listbox.setActive(0)
          listbox.setOpen(true)
        }}
        onFocus={() => listbox.setOpen(true)}
        onClick={() => listbox.setOpen(true)}
        onBlur={() => listbox.setOpen(false)}
        onKeyDown={(event) => listbox.handleKey(event, pick)}
        {...useField()}
        {...rest}
      />
      <ChevronsUpDown
        className="icon pointer-events-none absolute end-3 top-3 text-base text-ink-3"
        aria-hidden="true"
      />
      {isOpen && (
        <Listbox
          id={listbox.listId}
          label={listLabel}
          options={options}
          active={listbox.active}
          selected={selected ? [selected] : []}
          optionId={listbox.optionId}
          onActive={listbox.setActive}
          onPick={pick}
          message={message}
        />
      )}
    </div>
  )
}
