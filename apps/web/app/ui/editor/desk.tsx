import type { EditorView } from '@codemirror/view'
import { Maximize2, Minimize2 } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import './editor.css'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { Segments } from '../segments.tsx'
import type { Attributes } from './codemirror.ts'
import { DeskDialog, type OpenDialog } from './desk-dialog.tsx'
import type { EditorOptions } from './extension.ts'
import { Bar, Foot } from './frame.tsx'
import { Preview } from './preview.tsx'
import { Toolbar } from './toolbar.tsx'
import { makeTools, type DialogName } from './tools.tsx'
import { UploadList } from './upload-list.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useScrollSync } from './use-scroll-sync.ts'
import { useUploads } from './use-uploads.ts'
import { useView } from './use-view.ts'
import { countWords } from './word-count.ts'
import type { EditorWords } from './words.ts'

type DeskProps = {
  area: RefObject<HTMLTextAreaElement | null>
  words: EditorWords
  options: EditorOptions
  status?: ReactNode
  /** The class that keeps the height the text area had. */
  minimum: string
  attributes: Attributes
}

type Pane = 'write' | 'both' | 'preview'

/** The editor itself with everything around it. Fetched when someone is about to write. */
export function Desk({ area, words, options, status, minimum, attributes }: DeskProps) {
  const host = useRef<HTMLDivElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  const preview = useRef<HTMLElement>(null)
  const [pane, setPane] = useState<Pane>('write')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [isFull, setFull] = useFullScreen(host)
  const tools = useMemo(() => makeTools(words), [words])
  const name = useId()
  const uploads = useUploads(options, words)
  const { view, text } = useView({
    host,
    area,
    attributes,
    options,
    tools,
    onDialog: open,
    onFiles: uploads.start,
    onToolbar: () => toolbar.current?.focus(),
    onEscape: () => {
      setFull(false)
      return isFull
    },
  })
  function open(wanted: DialogName) {
    setDialog({ name: wanted, selected: selectedIn(view) })
  }
  const startUploads = (files: File[]) => view && uploads.start(view, files)
  useScrollSync(view, preview, pane === 'both')
  const count = useMemo(() => countWords(text), [text])
  useFocusAfter(dialog !== null, view)

  return (
    <>
      <Bar live>
        {view && (
          <Toolbar
            words={words}
            tools={tools}
            options={options}
            view={view}
            dir={view.textDirection === 1 ? 'rtl' : 'ltr'}
            onDialog={open}
            onFiles={startUploads}
            toolbarRef={toolbar}
          />
        )}
        <div className="editor-views flex flex-none items-center gap-1">
          <Segments
            label={words('view')}
            name={name}
            value={pane}
            onChange={setPane}
            items={[
              { value: 'write', label: words('view_write') },
              { value: 'both', label: words('view_both') },
              { value: 'preview', label: words('view_preview') },
            ]}
          />
          <IconButton
            label={words(isFull ? 'full_screen_end' : 'full_screen')}
            icon={
              isFull ? (
                <Minimize2 className="icon" aria-hidden="true" />
              ) : (
                <Maximize2 className="icon" aria-hidden="true" />
              )
            }
            onClick={() => setFull(!isFull)}
          />
        </div>
      </Bar>
      <div className="editor-panes" data-pane={pane}>
        <div className="editor-split">
          <div
            ref={host}
            hidden={pane === 'preview'}
            className={classNames(
              'editor-host font-mono text-md pointer-coarse:text-[1rem]',
              minimum,
            )}
          />
          {pane !== 'write' && (
            <Preview ref={preview} source={text} words={words} className={minimum} />
          )}
        </div>
      </div>
      <UploadList
        uploads={uploads.uploads}
        words={words}
        onCancel={uploads.cancel}
        onRetry={uploads.retry}
      />
      <Foot>
        {options.upload && <span>{words('hint_drop')}</span>}
        {status}
        <span className="numeral ms-auto">{words('words', { count })}</span>
      </Foot>
      <DeskDialog
        dialog={dialog}
        words={words}
        tools={tools}
        options={options}
        view={view}
        onFiles={options.upload ? startUploads : null}
        onClose={() => setDialog(null)}
      />
    </>
  )
}

function selectedIn(view: EditorView | null): string {
  if (!view) return ''
  const { from, to } = view.state.selection.main
  return view.state.sliceDoc(from, to)
}

/** Back to the text when a dialog closes, wherever it was opened from. */
function useFocusAfter(isOpen: boolean, view: EditorView | null) {
  const wasOpen = useRef(false)
  useEffect(() => {
    const closed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!closed) return
    // The dialog gives the focus back a tick after it has gone.
    const timer = setTimeout(() => view?.focus())
    return () => clearTimeout(timer)
  }, [isOpen, view])
}
