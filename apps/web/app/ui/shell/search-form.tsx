import { Search } from 'lucide-react'
import { useEffect, useRef, type ComponentProps, type ReactNode, type Ref } from 'react'

export type SearchFormProps = {
  action: string
  label: string
  placeholder: string
  defaultValue?: string
  /** Key that focuses the input. */
  shortcut?: string | undefined
  maxLength?: number
  onSubmit?: ComponentProps<'form'>['onSubmit']
  onBlur?: ComponentProps<'form'>['onBlur']
  /** Attributes of a combobox. */
  inputProps?: ComponentProps<'input'>
  /** Suggestions. */
  children?: ReactNode
}

/** A GET form, so that search works without scripts. */
export function SearchForm(props: SearchFormProps) {
  const { action, label, placeholder, defaultValue = '', shortcut, maxLength } = props
  return (
    <form
      role="search"
      aria-label={label}
      action={action}
      method="get"
      onSubmit={props.onSubmit}
      onBlur={props.onBlur}
      className="w-full md:relative"
    >
      <div className="relative flex items-center">
        <Search
          className="icon pointer-events-none absolute start-2.75 text-base text-ink-3"
          aria-hidden="true"
        />
        <input
          ref={useSyncedValue(defaultValue)}
          type="search"
          name="q"
          defaultValue={defaultValue}
          aria-label={label}
          placeholder={placeholder}
          aria-keyshortcuts={shortcut}
          maxLength={maxLength}
          autoComplete="off"
          enterKeyHint="search"
          className="h-control w-full appearance-none rounded-md border border-transparent bg-wash ps-9 pe-9 text-md transition-colors hover:bg-wash-2 focus-visible:rounded-md focus-visible:bg-raised focus-visible:outline-offset-[-1px]"
          {...props.inputProps}
        />
        {shortcut && (
          <kbd
            aria-hidden="true"
            className="pointer-events-none absolute end-2.5 hidden md:block pointer-coarse:hidden"
          >
            {shortcut}
          </kbd>
        )}
      </div>
      {props.children}
    </form>
  )
}

/** Uncontrolled, so that text typed before hydration stays; updated when the page changes. */
function useSyncedValue(value: string): Ref<HTMLInputElement> {
  const input = useRef<HTMLInputElement>(null)
  const previous = useRef(value)
  useEffect(() => {
    if (previous.current === value) return
    previous.current = value
    if (input.current !== null) input.current.value = value
  }, [value])
  return input
}
