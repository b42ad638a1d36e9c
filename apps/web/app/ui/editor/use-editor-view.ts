import type { EditorView, KeyBinding } from '@codemirror/view'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import {
  createView,
  syncFromTextArea,
  runCommand,
  setAttributes,
  type Attributes,
} from './codemirror.ts'
import type { EditorOptions } from './extension.ts'
import type { DialogName, HeadingTool, Tool } from './tools.tsx'

type EditorViewOptions = {
  host: RefObject<HTMLElement | null>
  area: RefObject<HTMLTextAreaElement | null>
  attributes: Attributes
  options: EditorOptions
  tools: (Tool | HeadingTool)[][]
  onDialog: (name: DialogName) => void
  onFiles: (view: EditorView, files: File[], at?: number) => void
  onToolbar: () => void
  /** Returns whether Escape was handled. */
  onEscape: () => boolean
}

/** Delay before the word count and the preview are updated. */
const debounceMs = 120

/** Takes over text, selection and focus from the text area. */
export function useEditorView(setup: EditorViewOptions) {
  const { host, area, attributes } = setup
  const [view, setView] = useState<EditorView | null>(null)
  const [text, setText] = useState('')
  const latest = useRef(setup)

  useLayoutEffect(() => {
    latest.current = setup
  })

  useLayoutEffect(() => {
    const parent = host.current
    const source = area.current
    if (!parent || !source) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const hadFocus = document.activeElement === source
    const { options } = latest.current
    const extensions = options.extensions ?? []
    const created = createView({
      parent,
      area: source,
      attributes: latest.current.attributes,
      keys: bindKeys(() => latest.current),
      completions: [
        ...(options.completions ?? []),
        ...extensions.flatMap(({ completions = [] }) => completions),
      ],
      extensions: extensions.flatMap(({ codemirror = [] }) => codemirror),
      onFiles: options.upload ? (to, files, at) => latest.current.onFiles(to, files, at) : null,
      onChange: (doc) => {
        clearTimeout(timer)
        timer = setTimeout(() => setText(doc), debounceMs)
      },
    })
    const stopSync = syncFromTextArea(created, source)
    setView(created)
    setText(source.value)
    if (hadFocus) created.focus()
    return () => {
      clearTimeout(timer)
      stopSync()
      created.destroy()
    }
  }, [area, host])

  const attributesJson = JSON.stringify(attributes)
  useLayoutEffect(() => {
    if (view) setAttributes(view, JSON.parse(attributesJson) as Attributes)
  }, [view, attributesJson])

  return { view, text }
}

function bindKeys(getOptions: () => EditorViewOptions): KeyBinding[] {
  const { tools, options } = getOptions()
  const pluginTools = options.extensions?.flatMap(({ tools: more = [] }) => more) ?? []
  return [
    ...tools
      .flat()
      .flatMap((tool) => ('levels' in tool ? bindHeadings(tool) : bindTool(tool, getOptions))),
    ...pluginTools.map(({ keys, run }) => bind(keys, (view) => runCommand(view, run))),
    bind('Alt-F10', () => {
      getOptions().onToolbar()
      return true
    }),
    bind('Escape', () => getOptions().onEscape()),
  ]
}

function bindHeadings({ levels }: HeadingTool): KeyBinding[] {
  return levels.map(({ keys, command }) => bind(keys, (view) => runCommand(view, command)))
}

function bindTool(tool: Tool, getOptions: () => EditorViewOptions): KeyBinding[] {
  if (tool.keys === undefined) return []
  if ('command' in tool) return [bind(tool.keys, (view) => runCommand(view, tool.command))]
  return [
    bind(tool.keys, () => {
      getOptions().onDialog(tool.dialog)
      return true
    }),
  ]
}

function bind(key: string | undefined, run: (view: EditorView) => boolean): KeyBinding {
  return { ...(key === undefined ? {} : { key }), run, preventDefault: key !== 'Escape' }
}
