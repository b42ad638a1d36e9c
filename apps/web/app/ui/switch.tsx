import { useId, type ComponentProps, type ReactNode } from 'react'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: string
  hint?: ReactNode
}

/** A check box in the markup, so it posts in a plain form; announced as a switch. */
export function Switch({ label, hint, id, ...rest }: SwitchProps) {
  const generated = useId()
  const control = id ?? generated
  return (
    <div className="text-md">
      <label className="flex min-h-[max(1.75rem,var(--target))] w-fit cursor-pointer items-center gap-3 font-medium">
        <input
          id={control}
          type="checkbox"
          role="switch"
          className="switch"
          aria-describedby={hint ? `${control}-hint` : undefined}
          {...rest}
        />
        {label}
      </label>
      {hint && (
        <p id={`${control}-hint`} className="ps-11.5 text-sm text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}
