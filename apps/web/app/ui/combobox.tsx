import { ChevronsUpDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useField } from './field.tsx'
import { Listbox, type ListOption } from './listbox.tsx'
import { useListbox } from './use-listbox.ts'

type ComboboxProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onSelect'> & {
  /** Already filtered; who knows the data does the searching. */
  options: ListOption[]
  listLabel: string
  query: string
  onQuery: (query: string) => void
  onPick: (option: ListOption) => void
  chosen?: string
  message?: ReactNode
}

export function Combobox(props: ComboboxProps) {
  const { options, listLabel, query, onQuery, onPick, chosen, message, ...rest } = props
  const box = useListbox(options.length)
  function pick(index: number) {
    const option = options[index]
    if (!option) return
    onPick(option)
    box.setOpen(false)
  }
  const shown = box.open && (options.length > 0 || Boolean(message))
  return (
    <div className="relative">
      <input
        type="text"
        role="combobox"
        autoComplete="off"
        aria-expanded={shown}
        aria-controls={box.listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && box.active >= 0 ? box.optionId(box.active) : undefined}
        className="input pe-9"
        value={query}
        onChange={(event) => {
          onQuery(event.currentTarget.value)
          box.setActive(0)
          box.setOpen(true)
        }}
        onFocus={() => box.setOpen(true)}
        onClick={() => box.setOpen(true)}
        onBlur={() => box.setOpen(false)}
        onKeyDown={(event) => box.handleKey(event, pick)}
        {...useField()}
        {...rest}
      />
      <ChevronsUpDown
        className="icon pointer-events-none absolute end-3 top-3 text-base text-ink-3"
        aria-hidden="true"
      />
      {shown && (
        <Listbox
          id={box.listId}
          label={listLabel}
          options={options}
          active={box.active}
          selected={chosen ? [chosen] : []}
          optionId={box.optionId}
          onActive={box.setActive}
          onPick={pick}
          message={message}
        />
      )}
    </div>
  )
}
