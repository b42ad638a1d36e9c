import type { EditorView, KeyBinding } from '@codemirror/view'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { createView, followArea, runCommand, setAttributes, type Attributes } from './codemirror.ts'
import type { EditorOptions } from './extension.ts'
import type { DialogName, Levels, Tool } from './tools.tsx'

type ViewSetup = {
  host: RefObject<HTMLElement | null>
  area: RefObject<HTMLTextAreaElement | null>
  attributes: Attributes
  options: EditorOptions
  tools: (Tool | Levels)[][]
  onDialog: (name: DialogName) => void
  onFiles: (view: EditorView, files: File[], at?: number) => void
  onToolbar: () => void
  /** Whether Escape was used for something. */
  onEscape: () => boolean
}

/** Time without a change before the words are counted and the preview is made. */
const pause = 120

/** Puts an editor over the text area: the same text, the same selection, the same focus. */
export function useView(setup: ViewSetup) {
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
    const added = options.extensions ?? []
    const created = createView({
      parent,
      area: source,
      attributes: latest.current.attributes,
      keys: bindKeys(() => latest.current),
      completions: [
        ...(options.completions ?? []),
        ...added.flatMap(({ completions = [] }) => completions),
      ],
      extensions: added.flatMap(({ codemirror = [] }) => codemirror),
      onFiles: options.upload ? (to, files, at) => latest.current.onFiles(to, files, at) : null,
      onChange: (doc) => {
        clearTimeout(timer)
        timer = setTimeout(() => setText(doc), pause)
      },
    })
    const unfollow = followArea(created, source)
    setView(created)
    setText(source.value)
    if (hadFocus) created.focus()
    return () => {
      clearTimeout(timer)
      unfollow()
      created.destroy()
    }
  }, [area, host])

  const said = JSON.stringify(attributes)
  useLayoutEffect(() => {
    if (view) setAttributes(view, JSON.parse(said) as Attributes)
  }, [view, said])

  return { view, text }
}

function bindKeys(get: () => ViewSetup): KeyBinding[] {
  const { tools, options } = get()
  const added = options.extensions?.flatMap(({ tools: more = [] }) => more) ?? []
  return [
    ...tools.flat().flatMap((tool) => ('levels' in tool ? bindLevels(tool) : bindTool(tool, get))),
    ...added.map(({ keys, run }) => bind(keys, (view) => runCommand(view, run))),
    bind('Alt-F10', () => {
      get().onToolbar()
      return true
    }),
    bind('Escape', () => get().onEscape()),
  ]
}

function bindLevels({ levels }: Levels): KeyBinding[] {
  return levels.map(({ keys, command }) => bind(keys, (view) => runCommand(view, command)))
}

function bindTool(tool: Tool, get: () => ViewSetup): KeyBinding[] {
  if (tool.keys === undefined) return []
  if ('command' in tool) return [bind(tool.keys, (view) => runCommand(view, tool.command))]
  return [
    bind(tool.keys, () => {
      get().onDialog(tool.dialog)
      return true
    }),
  ]
}

function bind(key: string | undefined, run: (view: EditorView) => boolean): KeyBinding {
  return { ...(key === undefined ? {} : { key }), run, preventDefault: key !== 'Escape' }
}
