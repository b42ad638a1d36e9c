import { ArrowUp, X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState, type RefObject } from 'react'
import './live-bar.css'

type LiveBarProps = {
  /** What is new; hidden without texts. */
  texts: readonly string[]
  showLabel: string
  closeLabel: string
  onShow: () => void
  onDismiss: () => void
}

/** A bar over the end of the main column. It takes no space, so that nothing moves when it appears. */
export function LiveBar(props: LiveBarProps) {
  const { texts, showLabel, closeLabel, onShow, onDismiss } = props
  const statusId = useId()
  const bar = useRef<HTMLDivElement>(null)
  const isShown = texts.length > 0
  const isAtTop = useIsOverFocus(bar, isShown)
  useEscape(isShown, onDismiss)
  return (
    <div className="live-overlay" data-top={isAtTop || undefined}>
      {/* Exists before its text, which would not be read out otherwise. */}
      <p id={statusId} role="status" className="sr-only">
        {texts.join(' · ')}
      </p>
      {isShown && (
        <div ref={bar} className="live-bar">
          <p aria-hidden="true">{texts.join(' · ')}</p>
          <button type="button" className="live-show" aria-describedby={statusId} onClick={onShow}>
            {showLabel}
          </button>
          <button type="button" aria-label={closeLabel} title={closeLabel} onClick={onDismiss}>
            <X className="icon" aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  )
}

type LivePillProps = {
  /** "2 new questions"; hidden without a text. */
  text: string | null
  onShow: () => void
}

/** A button over the end of the main column. */
export function LivePill({ text, onShow }: LivePillProps) {
  return (
    <div className="live-overlay" role="status">
      {text !== null && (
        <button type="button" className="live-pill" onClick={onShow}>
          <ArrowUp className="icon" aria-hidden="true" />
          {text}
        </button>
      )}
    </div>
  )
}

/** Whether the bar would cover what has the focus, so that it moves to the other end. */
function useIsOverFocus(bar: RefObject<HTMLElement | null>, isShown: boolean): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isShown) return
    const check = () => {
      const focused = document.activeElement
      const height = bar.current?.offsetHeight ?? 0
      if (focused === null || bar.current?.contains(focused)) return
      if (!focused.matches('a, button, input, textarea, select, [contenteditable]')) {
        return setOver(false)
      }
      const { top, bottom } = focused.getBoundingClientRect()
      setOver(top < innerHeight && bottom > innerHeight - height - 24)
    }
    const frame = requestAnimationFrame(check)
    document.addEventListener('focusin', check)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', check)
    }
  }, [bar, isShown])
  return isShown && isOver
}

function useEscape(isShown: boolean, onEscape: () => void) {
  const handleEscape = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isShown) return
    const handle = (event: KeyboardEvent) => {
      const isForBar = event.key === 'Escape' && !event.defaultPrevented
      if (isForBar && document.querySelector('[role=dialog]') === null) handleEscape()
    }
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [isShown])
}
