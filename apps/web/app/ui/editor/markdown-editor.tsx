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
import type { EditorWorkspace as WorkspaceComponent } from './workspace.tsx'
import type { EditorOptions } from './extension.ts'
import { EditorHeader, EditorFooter } from './frame.tsx'
import type { EditorLabels } from './labels.ts'

type MarkdownEditorProps = ComponentProps<'textarea'> & {
  labels: EditorLabels
  /** Accessible name; use the text of the field's label. */
  label: string
  options?: EditorOptions
  /** "Draft saved a minute ago". */
  status?: ReactNode
  size?: 'md' | 'sm'
  /** When to load the editor. */
  start?: 'idle' | 'focus'
}

const AREA =
  'block w-full field-sizing-content resize-none bg-transparent px-4 py-3.5 font-mono text-md leading-[1.65] outline-none [font-variant-ligatures:none] rtl:placeholder-shown:[direction:rtl] pointer-coarse:text-[1rem]'
const SIZE = { md: 'min-h-80', sm: 'min-h-36' }

/** A text area that works without scripts, replaced by the editor once loaded. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { labels, label, options, status, size = 'md', start = 'focus', ref, ...rest } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const { EditorWorkspace, loadWorkspace, isSlow } = useWorkspace(area, start)
  const { id, className, ...attributes } = { ...useField(), ...rest }
  const invalid = attributes['aria-invalid']

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
      {EditorWorkspace === null && (
        <EditorHeader>
          <p className="px-2.5 text-xs text-ink-3 md:truncate">{labels('hint')}</p>
        </EditorHeader>
      )}
      <textarea
        dir="auto"
        {...attributes}
        ref={setArea}
        {...(EditorWorkspace === null ? { id } : { tabIndex: -1, 'aria-hidden': true })}
        className={EditorWorkspace === null ? classNames(AREA, SIZE[size]) : 'sr-only'}
        onFocus={loadWorkspace}
        onPointerEnter={loadWorkspace}
      />
      {EditorWorkspace === null ? (
        <EditorFooter>
          {options?.upload && <span>{labels('hint_drop')}</span>}
          {isSlow && <span role="status">{labels('loading')}</span>}
          {status}
        </EditorFooter>
      ) : (
        <EditorWorkspace
          area={area}
          labels={labels}
          options={options ?? {}}
          status={status}
          minHeight={SIZE[size]}
          attributes={toAttributes(id, label, attributes)}
        />
      )}
    </div>
  )
}

/** Moves the id and ARIA attributes from the text area to the editor. */
function toAttributes(
  id: string | undefined,
  label: string,
  attributes: ComponentProps<'textarea'>,
) {
  const moved = {
    id,
    'aria-label': label,
    'aria-describedby': attributes['aria-describedby'],
    'aria-invalid': attributes['aria-invalid'],
    'aria-required': attributes['aria-required'],
  }
  const defined = Object.entries(moved).filter(([, value]) => value !== undefined)
  return Object.fromEntries(defined.map(([name, value]) => [name, String(value)]))
}

type WorkspaceComponent = typeof WorkspaceComponent

const slowMs = 1000

/** Loads the editor once. Replacing the text area during IME composition would lose the input. */
function useWorkspace(area: RefObject<HTMLTextAreaElement | null>, start: 'idle' | 'focus') {
  const [EditorWorkspace, setWorkspace] = useState<WorkspaceComponent | null>(null)
  const [isSlow, setSlow] = useState(false)
  const isRequested = useRef(false)
  const isComposing = useRef(false)

  const loadWorkspace = useCallback(() => {
    if (isRequested.current) return
    isRequested.current = true
    const timer = setTimeout(() => setSlow(true), slowMs)
    import('./workspace.tsx').then(
      (module) => {
        clearTimeout(timer)
        const showWorkspace = () => setWorkspace(() => module.EditorWorkspace)
        if (!isComposing.current) return showWorkspace()
        area.current?.addEventListener('compositionend', () => setTimeout(showWorkspace), {
          once: true,
        })
      },
      (error: unknown) => {
        // The text area still works; the next focus tries again.
        console.warn('editor failed to load', error)
        clearTimeout(timer)
        setSlow(false)
        isRequested.current = false
      },
    )
  }, [area])

  useEffect(() => {
    const element = area.current
    const onStart = () => (isComposing.current = true)
    const onEnd = () => (isComposing.current = false)
    element?.addEventListener('compositionstart', onStart)
    element?.addEventListener('compositionend', onEnd)
    if (document.activeElement === element) loadWorkspace()
    const cancel = start === 'idle' ? whenIdle(loadWorkspace) : undefined
    return () => {
      cancel?.()
      element?.removeEventListener('compositionstart', onStart)
      element?.removeEventListener('compositionend', onEnd)
    }
  }, [area, loadWorkspace, start])

  return { EditorWorkspace, loadWorkspace, isSlow }
}

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 1000 })
  return () => cancelIdleCallback(handle)
}
