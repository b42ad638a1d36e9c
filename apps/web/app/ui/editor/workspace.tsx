import type { EditorView } from '@codemirror/view'
import { Maximize2, Minimize2 } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import './editor.css'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { Segments } from '../segments.tsx'
import type { Attributes } from './codemirror.ts'
import { EditorDialog, type OpenDialog } from './editor-dialog.tsx'
import type { EditorOptions } from './extension.ts'
import { EditorHeader, EditorFooter } from './frame.tsx'
import { Preview } from './preview.tsx'
import { Toolbar } from './toolbar.tsx'
import { createTools, type DialogName } from './tools.tsx'
import { UploadList } from './upload-list.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useScrollSync } from './use-scroll-sync.ts'
import { useUploads } from './use-uploads.ts'
import { useEditorView } from './use-editor-view.ts'
import { countWords } from './word-count.ts'
import type { EditorLabels } from './labels.ts'

type WorkspaceProps = {
  area: RefObject<HTMLTextAreaElement | null>
  labels: EditorLabels
  options: EditorOptions
  status?: ReactNode
  /** Class with the height of the text area. */
  minHeight: string
  attributes: Attributes
}

type Pane = 'write' | 'both' | 'preview'

/** CodeMirror with toolbar, preview and dialogs. Loaded on demand. */
export function EditorWorkspace({
  area,
  labels,
  options,
  status,
  minHeight,
  attributes,
}: WorkspaceProps) {
  const host = useRef<HTMLDivElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  const preview = useRef<HTMLElement>(null)
  const [pane, setPane] = useState<Pane>('write')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [isFullScreen, setFullScreen] = useFullScreen(host)
  const tools = useMemo(() => createTools(labels), [labels])
  const paneName = useId()
  const uploads = useUploads(options, labels)
  const { view, text } = useEditorView({
    host,
    area,
    attributes,
    options,
    tools,
    onDialog: open,
    onFiles: uploads.start,
    onToolbar: () => toolbar.current?.focus(),
    onEscape: () => {
      setFullScreen(false)
      return isFullScreen
    },
  })
  function open(name: DialogName) {
    setDialog({ name, selected: getSelectedText(view) })
  }
  const startUploads = (files: File[]) => view && uploads.start(view, files)
  useScrollSync(view, preview, pane === 'both')
  const count = useMemo(() => countWords(text), [text])
  useFocusAfter(dialog !== null, view)

  return (
    <>
      <EditorHeader live>
        {view && (
          <Toolbar
            labels={labels}
            tools={tools}
            options={options}
            view={view}
            dir={view.textDirection === 1 ? 'rtl' : 'ltr'}
            onDialog={open}
            onFiles={startUploads}
            toolbarRef={toolbar}
          />
        )}
        {view && options.renderTools?.((added) => insertText(view, added))}
        <div className="editor-views flex flex-none items-center gap-1">
          <Segments
            label={labels('view')}
            name={paneName}
            value={pane}
            onChange={setPane}
            items={[
              { value: 'write', label: labels('view_write') },
              { value: 'both', label: labels('view_both') },
              { value: 'preview', label: labels('view_preview') },
            ]}
          />
          <FullScreenButton labels={labels} isOn={isFullScreen} onChange={setFullScreen} />
        </div>
      </EditorHeader>
      <div className="editor-panes" data-pane={pane}>
        <div className="editor-split">
          <div
            ref={host}
            hidden={pane === 'preview'}
            className={classNames(
              'editor-host font-mono text-md pointer-coarse:text-[1rem]',
              minHeight,
            )}
          />
          {pane !== 'write' && (
            <Preview
              ref={preview}
              source={text}
              labels={labels}
              renderOnServer={options.renderOnServer}
              className={minHeight}
            />
          )}
        </div>
      </div>
      <UploadList
        uploads={uploads.uploads}
        labels={labels}
        onCancel={uploads.cancel}
        onRetry={uploads.retry}
        onDescribe={uploads.describe}
      />
      <EditorFooter>
        {options.upload && <span>{labels('hint_drop')}</span>}
        {status}
        <span className="numeral ms-auto">{labels('words', { count })}</span>
      </EditorFooter>
      <EditorDialog
        dialog={dialog}
        labels={labels}
        tools={tools}
        options={options}
        view={view}
        onFiles={options.upload ? startUploads : null}
        onClose={() => setDialog(null)}
      />
    </>
  )
}

type FullScreenProps = {
  labels: WorkspaceProps['labels']
  isOn: boolean
  onChange: (isOn: boolean) => void
}

function FullScreenButton({ labels, isOn, onChange }: FullScreenProps) {
  const Icon = isOn ? Minimize2 : Maximize2
  return (
    <IconButton
      label={labels(isOn ? 'full_screen_end' : 'full_screen')}
      icon={<Icon className="icon" aria-hidden="true" />}
      onClick={() => onChange(!isOn)}
    />
  )
}

function insertText(view: EditorView, text: string) {
  view.dispatch(view.state.replaceSelection(text))
  view.focus()
}

function getSelectedText(view: EditorView | null): string {
  if (!view) return ''
  const { from, to } = view.state.selection.main
  return view.state.sliceDoc(from, to)
}

/** Returns the focus to the text when a dialog closes. */
function useFocusAfter(isOpen: boolean, view: EditorView | null) {
  const wasOpen = useRef(false)
  useEffect(() => {
    const closed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!closed) return
    // The dialog restores the focus one tick after it closes.
    const timer = setTimeout(() => view?.focus())
    return () => clearTimeout(timer)
  }, [isOpen, view])
}
