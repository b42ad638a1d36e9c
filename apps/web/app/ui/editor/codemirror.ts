import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import {
  deleteMarkupBackward,
  insertNewlineContinueMarkup,
  markdown,
  markdownLanguage,
} from '@codemirror/lang-markdown'
import { syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState, Prec, type Extension } from '@codemirror/state'
import { EditorView, keymap, placeholder, tooltips, type KeyBinding } from '@codemirror/view'
import { indentList, isInList, leaveBlock } from './block-commands.ts'
import { completing } from './completions.ts'
import type { CompletionSource, EditorCommand } from './extension.ts'
import { highlighter } from './highlighter.ts'
import { lineDirection } from './line-direction.ts'
import { pasting } from './pasting.ts'
import { styleRoot } from './style-root.ts'
import { continueTable, moveCell } from './table.ts'
import { uploadPlaces } from './upload-places.ts'

export type Attributes = Record<string, string>

type Setup = {
  parent: HTMLElement
  /** What the editor stands in for; its text is the editor's text, always. */
  area: HTMLTextAreaElement
  attributes: Attributes
  keys: readonly KeyBinding[]
  completions: readonly CompletionSource[]
  extensions: readonly Extension[]
  onFiles: ((view: EditorView, files: File[], at: number) => void) | null
  onChange: (doc: string) => void
}

const contentAttributes = new Compartment()

export function createView(setup: Setup): EditorView {
  const { area } = setup
  return new EditorView({
    parent: setup.parent,
    root: styleRoot(),
    state: EditorState.create({
      doc: area.value,
      selection: { anchor: area.selectionStart, head: area.selectionEnd },
      extensions: [
        Prec.high(keymap.of([...setup.keys, ...writingKeys])),
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        markdown({ base: markdownLanguage, addKeymap: false, completeHTMLTags: false }),
        syntaxHighlighting(highlighter),
        EditorView.lineWrapping,
        lineDirection,
        uploadPlaces,
        // Outside of the panes, which are a container and would move what is fixed inside of them.
        tooltips({ parent: setup.parent.closest<HTMLElement>('.editor') ?? document.body }),
        pasting(setup.onFiles),
        setup.completions.length > 0 ? completing(setup.completions) : [],
        placeholder(area.placeholder),
        // CodeMirror is made for code; this is prose.
        EditorView.contentAttributes.of({
          spellcheck: 'true',
          autocorrect: 'on',
          autocapitalize: 'sentences',
          writingsuggestions: 'true',
        }),
        leavingByTab,
        typingOver,
        contentAttributes.of(EditorView.contentAttributes.of(setup.attributes)),
        ...setup.extensions,
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (!docChanged) return
          const doc = state.doc.toString()
          if (area.value !== doc) write(area, doc)
          setup.onChange(doc)
        }),
      ],
    }),
  })
}

export function setAttributes(view: EditorView, attributes: Attributes) {
  view.dispatch({
    effects: contentAttributes.reconfigure(EditorView.contentAttributes.of(attributes)),
  })
}

/** Changes the text area as typing into it would, so that whoever listens to it hears of it. */
function write(area: HTMLTextAreaElement, value: string) {
  // React watches assignments to the element itself and would take the event for old news.
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, value)
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Takes over what somebody else wrote into the text area: a restored draft, a reset form. */
export function followArea(view: EditorView, area: HTMLTextAreaElement): () => void {
  const follow = () => {
    const doc = view.state.doc.toString()
    if (area.value === doc) return
    view.dispatch({ changes: { from: 0, to: doc.length, insert: area.value } })
  }
  const followReset = () => setTimeout(follow)
  const focus = () => view.focus()
  const focusSelected = () => {
    const { selectionStart: anchor, selectionEnd: head } = area
    // Whoever has just marked the text means to write over it.
    if (anchor !== head && area.value === view.state.doc.toString())
      view.dispatch({ selection: { anchor, head } })
    focus()
  }
  const labels = [...area.labels]
  area.addEventListener('input', follow)
  area.addEventListener('focus', focusSelected)
  area.form?.addEventListener('reset', followReset)
  for (const label of labels) label.addEventListener('click', focus)
  return () => {
    area.removeEventListener('input', follow)
    area.removeEventListener('focus', focusSelected)
    area.form?.removeEventListener('reset', followReset)
    for (const label of labels) label.removeEventListener('click', focus)
  }
}

/** Runs a command on the text and the selection of the editor; false when it had nothing to do. */
export function runCommand(view: EditorView, command: EditorCommand): boolean {
  const { from, to } = view.state.selection.main
  const edit = command({ doc: view.state.doc.toString(), from, to })
  if (edit === null) return false
  view.dispatch({
    changes: edit.changes,
    selection: { anchor: edit.from, head: edit.to },
    scrollIntoView: true,
    userEvent: 'input',
  })
  return true
}

// Escape, then Tab, always leaves, even if Escape had something else to close.
const leavingByTab = EditorView.domEventObservers({
  keydown: (event, view) => {
    if (event.key === 'Escape') view.setTabFocusMode(2000)
  },
})

// Left to itself, Chromium keeps the look of replaced text in a style attribute, which the policy refuses.
const typingOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const isPlain = event.inputType === 'insertText' && !event.isComposing && !view.composing
    if (!isPlain || event.data === null || view.state.selection.main.empty) return false
    view.dispatch(view.state.replaceSelection(event.data), {
      scrollIntoView: true,
      userEvent: 'input.type',
    })
    return true
  },
})

// Tab is the editor's own only where it has a meaning.
const writingKeys: readonly KeyBinding[] = [
  { key: 'Enter', run: (view) => runCommand(view, continueTable) },
  { key: 'Enter', run: (view) => runCommand(view, leaveBlock) },
  { key: 'Enter', run: insertNewlineContinueMarkup },
  { key: 'Backspace', run: deleteMarkupBackward },
  {
    key: 'Tab',
    run: (view) =>
      runCommand(view, (writing) => moveCell(writing, 1)) ||
      runCommand(view, (writing) => (isInList(writing) ? indentList(writing, false) : null)),
    shift: (view) =>
      runCommand(view, (writing) => moveCell(writing, -1)) ||
      runCommand(view, (writing) => (isInList(writing) ? indentList(writing, true) : null)),
  },
  {
    key: 'Mod-Enter',
    run: (view) => {
      const form = view.dom.closest('form')
      form?.requestSubmit()
      return form !== null
    },
  },
]
