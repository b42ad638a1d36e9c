import { useId, type ComponentProps, type ReactNode } from 'react'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'> & {
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
        <BareSwitch
          id={controlId}
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

/** Without a label of its own. */
export function BareSwitch(props: Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'>) {
  return <input {...props} type="checkbox" role="switch" className="switch" />
}

type SwitchSubmitProps = {
  label: string
  checked: boolean
  /** Sent when it is switched on. */
  name: string
  value: string
}

/** Submits a form at once, for filters in the URL. */
export function SwitchSubmit({ label, checked, name, value }: SwitchSubmitProps) {
  return (
    <button
      type="submit"
      role="switch"
      aria-checked={checked}
      {...(checked ? {} : { name, value })}
      className="flex min-h-[max(1.75rem,var(--target))] items-center gap-3 text-md text-ink-2"
    >
      <span className="switch" />
      {label}
    </button>
  )
}
