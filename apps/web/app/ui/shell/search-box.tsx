import { Listbox, type ListOption } from '../listbox.tsx'
import { useListbox } from '../use-listbox.ts'
import { SearchForm, type SearchFormProps } from './search-form.tsx'

type SearchBoxProps = SearchFormProps & {
  options: ListOption[]
  listLabel: string
  /** How many suggestions there are, in words; for screen readers. */
  status: string
  onQuery: (text: string) => void
  onPick: (option: ListOption) => void
}

/** A search box that suggests while someone types. Enter searches, unless the arrows stand on a suggestion. */
export function SearchBox(props: SearchBoxProps) {
  const { options, listLabel, status, onQuery, onPick, onSubmit, ...form } = props
  const box = useListbox(options.length)
  const shown = box.open && options.length > 0
  const active = options[box.active]

  function pick(index: number) {
    const option = options[index]
    if (option === undefined) return
    box.setOpen(false)
    onPick(option)
  }

  return (
    <SearchForm
      {...form}
      onSubmit={(event) => {
        box.setOpen(false)
        onSubmit?.(event)
      }}
      inputProps={{
        // A box with a list is no plain search field to a screen reader.
        type: 'text',
        inputMode: 'search',
        role: 'combobox',
        'aria-expanded': shown,
        'aria-controls': box.listId,
        'aria-autocomplete': 'list',
        'aria-activedescendant': shown && active ? box.optionId(box.active) : undefined,
        autoCapitalize: 'none',
        spellCheck: false,
        onChange: (event) => {
          onQuery(event.currentTarget.value)
          box.setActive(-1)
          box.setOpen(true)
        },
        onClick: () => box.setOpen(true),
        onBlur: () => box.setOpen(false),
        onKeyDown: (event) => void box.handleKey(event, pick),
      }}
    >
      <span role="status" className="sr-only">
        {shown && status}
      </span>
      {shown && (
        <Listbox
          id={box.listId}
          label={listLabel}
          options={options}
          active={box.active}
          selected={active ? [active.value] : []}
          optionId={box.optionId}
          onActive={box.setActive}
          onPick={pick}
        />
      )}
    </SearchForm>
  )
}
