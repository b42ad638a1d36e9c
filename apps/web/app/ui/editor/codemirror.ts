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
import { setTypedValue } from '../../framework-internals/typed-value.ts'
import { indentList, isInList, leaveBlock } from './block-commands.ts'
import { createCompletion } from './completions.ts'
import type { CompletionSource, EditorCommand } from './extension.ts'
import { highlighter } from './highlighter.ts'
import { lineDirection } from './line-direction.ts'
import { handlePaste } from './paste.ts'
import { getStyleRoot } from './style-root.ts'
import { continueTable, moveCell, typeOverBar } from './table.ts'
import { uploadPlaceholders } from './upload-placeholders.ts'

export type Attributes = Record<string, string>

type ViewOptions = {
  parent: HTMLElement
  /** Always has the same text as the editor, so that the form can post it. */
  area: HTMLTextAreaElement
  attributes: Attributes
  keys: readonly KeyBinding[]
  completions: readonly CompletionSource[]
  extensions: readonly Extension[]
  onFiles: ((view: EditorView, files: File[], at: number) => void) | null
  onChange: (doc: string) => void
}

const contentAttributes = new Compartment()

export function createView(options: ViewOptions): EditorView {
  const { area } = options
  return new EditorView({
    parent: options.parent,
    root: getStyleRoot(),
    state: EditorState.create({
      doc: area.value,
      selection: { anchor: area.selectionStart, head: area.selectionEnd },
      extensions: [
        Prec.high(keymap.of([...options.keys, ...editingKeys])),
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        markdown({ base: markdownLanguage, addKeymap: false, completeHTMLTags: false }),
        syntaxHighlighting(highlighter),
        EditorView.lineWrapping,
        lineDirection,
        uploadPlaceholders,
        // Outside of the panes: as a container they would offset fixed elements.
        tooltips({ parent: options.parent.closest<HTMLElement>('.editor') ?? document.body }),
        handlePaste(options.onFiles),
        options.completions.length > 0 ? createCompletion(options.completions) : [],
        placeholder(area.placeholder),
        // CodeMirror disables these by default.
        EditorView.contentAttributes.of({
          spellcheck: 'true',
          autocorrect: 'on',
          autocapitalize: 'sentences',
          writingsuggestions: 'true',
        }),
        escapeThenTab,
        replaceOnInput,
        EditorView.inputHandler.of(
          (view, _from, _to, text) => text === '|' && runCommand(view, typeOverBar),
        ),
        contentAttributes.of(EditorView.contentAttributes.of(options.attributes)),
        ...options.extensions,
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (!docChanged) return
          const doc = state.doc.toString()
          if (area.value !== doc) setTypedValue(area, doc)
          options.onChange(doc)
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

/** Applies changes made to the text area by other code: a restored draft, a form reset. */
export function syncFromTextArea(view: EditorView, area: HTMLTextAreaElement): () => void {
  const sync = () => {
    const doc = view.state.doc.toString()
    if (area.value === doc) return
    view.dispatch({ changes: { from: 0, to: doc.length, insert: area.value } })
  }
  const syncAfterReset = () => setTimeout(sync)
  const focus = () => view.focus()
  const focusWithSelection = () => {
    const { selectionStart: anchor, selectionEnd: head } = area
    // Keep a selection made in the text area, so that typing replaces it.
    if (anchor !== head && area.value === view.state.doc.toString())
      view.dispatch({ selection: { anchor, head } })
    focus()
  }
  const labels = [...area.labels]
  area.addEventListener('input', sync)
  area.addEventListener('focus', focusWithSelection)
  area.form?.addEventListener('reset', syncAfterReset)
  for (const label of labels) label.addEventListener('click', focus)
  return () => {
    area.removeEventListener('input', sync)
    area.removeEventListener('focus', focusWithSelection)
    area.form?.removeEventListener('reset', syncAfterReset)
    for (const label of labels) label.removeEventListener('click', focus)
  }
}

/** Returns false when the command does not apply. */
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

// Escape, then Tab always leaves the editor, even if Escape closed something else.
const escapeThenTab = EditorView.domEventObservers({
  keydown: (event, view) => {
    if (event.key === 'Escape') view.setTabFocusMode(2000)
  },
})

// Chromium would add a style attribute when typing replaces styled text, which the CSP blocks.
const replaceOnInput = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const isPlainText = event.inputType === 'insertText' && !event.isComposing && !view.composing
    if (!isPlainText || event.data === null || view.state.selection.main.empty) return false
    view.dispatch(view.state.replaceSelection(event.data), {
      scrollIntoView: true,
      userEvent: 'input.type',
    })
    return true
  },
})

// Tab moves the focus except in tables and lists.
const editingKeys: readonly KeyBinding[] = [
  { key: 'Enter', run: (view) => runCommand(view, continueTable) },
  { key: 'Enter', run: (view) => runCommand(view, leaveBlock) },
  { key: 'Enter', run: insertNewlineContinueMarkup },
  { key: 'Backspace', run: deleteMarkupBackward },
  {
    key: 'Tab',
    run: (view) =>
      runCommand(view, (selection) => moveCell(selection, 1)) ||
      runCommand(view, (selection) => (isInList(selection) ? indentList(selection, false) : null)),
    shift: (view) =>
      runCommand(view, (selection) => moveCell(selection, -1)) ||
      runCommand(view, (selection) => (isInList(selection) ? indentList(selection, true) : null)),
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
