import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
} from 'react'

const RequirementTip = lazy(async () => ({
  default: (await import('./requirement-tip.tsx')).RequirementTip,
}))

// Long enough to move the pointer from the button to the tip.
const leaveDelayMs = 200

/**
 * For a button whose requirement is not met: says what is missing on hover, focus and press, and to screen readers always. Not `disabled`,
 * because disabled buttons get no focus and no touch.
 */
export function useRequirement(reason: string | null) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => () => clearTimeout(leaving.current), [])

  function open() {
    clearTimeout(leaving.current)
    setOpen(true)
  }
  function closeSoon() {
    clearTimeout(leaving.current)
    leaving.current = setTimeout(() => setOpen(false), leaveDelayMs)
  }

  if (reason === null) return { open, describedBy: undefined, buttonProps: {}, explanation: null }
  return {
    open,
    describedBy: id,
    buttonProps: {
      ref: button,
      'aria-disabled': true,
      'aria-describedby': id,
      title: undefined,
      onClick(event: MouseEvent) {
        event.preventDefault()
        open()
      },
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && open(),
      onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && closeSoon(),
      onFocus: () => button.current?.matches(':focus-visible') && open(),
      onBlur: () => setOpen(false),
    },
    explanation: (
      <>
        <span id={id} hidden>
          {reason}
        </span>
        {isOpen && (
          <Suspense>
            <RequirementTip
              text={reason}
              anchor={button}
              onPointerEnter={open}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        )}
      </>
    ),
  }
}
