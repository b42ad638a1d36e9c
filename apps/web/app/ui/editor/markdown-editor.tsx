import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from 'react'
import { classNames } from '../class-names.ts'
import { useField } from '../field.tsx'
import type { Desk as DeskType } from './desk.tsx'
import type { EditorOptions } from './extension.ts'
import { Bar, Foot } from './frame.tsx'
import type { EditorWords } from './words.ts'

type MarkdownEditorProps = ComponentProps<'textarea'> & {
  words: EditorWords
  /** The accessible name, the same as the label's. */
  label: string
  options?: EditorOptions
  /** What became of the draft: "Draft saved a minute ago". */
  status?: ReactNode
  size?: 'md' | 'sm'
  /** When to fetch the editor: as soon as the page has time, or when someone comes to write. */
  start?: 'idle' | 'focus'
}

const AREA =
  'block w-full field-sizing-content resize-none bg-transparent px-4 py-3.5 font-mono text-md leading-[1.65] outline-none [font-variant-ligatures:none] rtl:placeholder-shown:[direction:rtl] pointer-coarse:text-[1rem]'
const SIZE = { md: 'min-h-80', sm: 'min-h-36' }

/** Markdown in a text area that every form can post; where scripts run, an editor takes its place. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { words, label, options, status, size = 'md', start = 'focus', ref, ...rest } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const { Desk, fetchDesk } = useDesk(area, start)
  const { id, className, ...given } = { ...useField(), ...rest }
  const invalid = given['aria-invalid']

  const setArea = useCallback(
    (element: HTMLTextAreaElement | null) => {
      area.current = element
      if (typeof ref === 'function') return ref(element)
      if (ref) ref.current = element
    },
    [ref],
  )

  return (
    <div
      className={classNames(
        'editor relative min-w-0 rounded-md border bg-raised',
        'focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent-ink',
        invalid ? 'border-bad' : 'border-line-control',
        className,
      )}
    >
      {Desk === null && (
        <Bar>
          <p className="px-2.5 text-xs text-ink-3 md:truncate">{words('hint')}</p>
        </Bar>
      )}
      <textarea
        dir="auto"
        {...given}
        ref={setArea}
        {...(Desk === null ? { id } : { tabIndex: -1, 'aria-hidden': true })}
        className={Desk === null ? classNames(AREA, SIZE[size]) : 'sr-only'}
        onFocus={fetchDesk}
        onPointerEnter={fetchDesk}
      />
      {Desk === null ? (
        <Foot>
          {options?.upload && <span>{words('hint_drop')}</span>}
          {status}
        </Foot>
      ) : (
        <Desk
          area={area}
          words={words}
          options={options ?? {}}
          status={status}
          minimum={SIZE[size]}
          attributes={toAttributes(id, label, given)}
        />
      )}
    </div>
  )
}

/** The editor stands where the text area stood, for screen readers too. */
function toAttributes(id: string | undefined, label: string, given: ComponentProps<'textarea'>) {
  const taken = {
    id,
    'aria-label': label,
    'aria-describedby': given['aria-describedby'],
    'aria-invalid': given['aria-invalid'],
    'aria-required': given['aria-required'],
  }
  const said = Object.entries(taken).filter(([, value]) => value !== undefined)
  return Object.fromEntries(said.map(([name, value]) => [name, String(value)]))
}

type DeskComponent = typeof DeskType

/** Fetches the editor once, and waits for a word to be finished that is being composed. */
function useDesk(area: RefObject<HTMLTextAreaElement | null>, start: 'idle' | 'focus') {
  const [Desk, setDesk] = useState<DeskComponent | null>(null)
  const asked = useRef(false)
  const composing = useRef(false)

  const fetchDesk = useCallback(() => {
    if (asked.current) return
    asked.current = true
    import('./desk.tsx').then(
      (module) => {
        const takeOver = () => setDesk(() => module.Desk)
        if (!composing.current) return takeOver()
        area.current?.addEventListener('compositionend', () => setTimeout(takeOver), { once: true })
      },
      (error: unknown) => {
        // The text area works without it; the next visit of the field tries again.
        console.warn('the editor could not be fetched', error)
        asked.current = false
      },
    )
  }, [area])

  useEffect(() => {
    const element = area.current
    const begin = () => (composing.current = true)
    const end = () => (composing.current = false)
    element?.addEventListener('compositionstart', begin)
    element?.addEventListener('compositionend', end)
    if (document.activeElement === element) fetchDesk()
    const cancel = start === 'idle' ? whenIdle(fetchDesk) : undefined
    return () => {
      cancel?.()
      element?.removeEventListener('compositionstart', begin)
      element?.removeEventListener('compositionend', end)
    }
  }, [area, fetchDesk, start])

  return { Desk, fetchDesk }
}

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 1000 })
  return () => cancelIdleCallback(handle)
}
