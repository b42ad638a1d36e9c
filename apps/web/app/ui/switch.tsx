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
    <div className="flex items-start gap-3">
      <input
        id={control}
        type="checkbox"
        role="switch"
        className="switch mt-[0.1em]"
        aria-describedby={hint ? `${control}-hint` : undefined}
        {...rest}
      />
      <div className="text-md">
        <label htmlFor={control} className="hit cursor-pointer font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${control}-hint`} className="text-sm text-ink-3">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
