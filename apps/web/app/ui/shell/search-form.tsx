import { Search } from 'lucide-react'
import type { ReactNode } from 'react'

export type SearchFormProps = {
  action: string
  label: string
  placeholder: string
  defaultValue?: string
  /** The key that brings the reader here. */
  shortcut?: string
  /** Suggestions, once scripts run. */
  children?: ReactNode
}

/** A plain GET form: searching works without a script. */
export function SearchForm(props: SearchFormProps) {
  const { action, label, placeholder, defaultValue, shortcut, children } = props
  return (
    <form role="search" action={action} method="get" className="relative flex w-full items-center">
      <Search
        className="icon pointer-events-none absolute start-2.75 text-base text-ink-3"
        aria-hidden="true"
      />
      <input
        type="search"
        name="q"
        key={defaultValue}
        defaultValue={defaultValue}
        aria-label={label}
        placeholder={placeholder}
        aria-keyshortcuts={shortcut}
        autoComplete="off"
        enterKeyHint="search"
        className="h-control w-full appearance-none rounded-md border border-transparent bg-wash ps-9 pe-9 text-md transition-colors hover:bg-wash-2 focus-visible:rounded-md focus-visible:bg-raised focus-visible:outline-offset-[-1px]"
      />
      {shortcut && (
        <kbd
          aria-hidden="true"
          className="pointer-events-none absolute end-2.5 hidden md:block pointer-coarse:hidden"
        >
          {shortcut}
        </kbd>
      )}
      {children}
    </form>
  )
}
