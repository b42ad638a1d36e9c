import { useId, type ComponentProps, type ReactNode } from 'react'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: string
  hint?: ReactNode
}

/** A checkbox, so that plain forms can post it; announced as a switch. */
export function Switch({ label, hint, id, ...rest }: SwitchProps) {
  const generatedId = useId()
  const controlId = id ?? generatedId
  return (
    <div className="text-md">
      <label className="flex min-h-[max(1.75rem,var(--target))] w-fit cursor-pointer items-center gap-3 font-medium">
        <input
          id={controlId}
          type="checkbox"
          role="switch"
          className="switch"
          aria-describedby={hint ? `${controlId}-hint` : undefined}
          {...rest}
        />
        {label}
      </label>
      {hint && (
        <p id={`${controlId}-hint`} className="ps-11.5 text-sm text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}
