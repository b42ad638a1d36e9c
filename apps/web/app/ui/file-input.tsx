import type { ComponentProps } from 'react'

/** Needs a `label` around it. */
export function FileInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <input
      {...props}
      type="file"
      className="w-full text-md text-ink-2 file:me-3 file:min-h-control file:cursor-pointer file:rounded-md file:border file:border-line-strong file:bg-raised file:px-3.5 file:[font-family:inherit] file:font-medium file:text-ink hover:file:bg-wash"
    />
  )
}

/** A button opens it. */
export function HiddenFileInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...props} type="file" className="sr-only" />
}
