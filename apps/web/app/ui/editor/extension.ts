import type { Extension } from '@codemirror/state'
import type { ReactNode } from 'react'
import type { Edit, TextSelection } from './text-selection.ts'

export type Suggestion = {
  label: string
  detail?: string
  /** Replaces the trigger and the word after it. */
  insert: string
}

/** Suggestions after a trigger character: users after `@`, questions after `#`. */
export type CompletionSource = {
  trigger: string
  /** Defaults to letters, digits, `_`, `.` and `-`. */
  wordCharacters?: RegExp
  find(query: string, signal: AbortSignal): Promise<readonly Suggestion[]>
}

export type UploadOptions = {
  signal: AbortSignal
  /** 0 to 1. */
  onProgress: (progress: number) => void
}

/** `error` is a message for the user; retrying would not help. */
export type UploadResult = { url: string } | { error: string }

export type Upload = (file: File, options: UploadOptions) => Promise<UploadResult>

/** Returns null when it does not apply. */
export type EditorCommand = (selection: TextSelection) => Edit | null

export type ToolItem = {
  id: string
  label: string
  icon: ReactNode
  /** In CodeMirror's notation: `Mod-Shift-x`. */
  keys?: string
  run: EditorCommand
}

/** Added by a plugin. Tools come before Help. */
export type EditorExtension = {
  id: string
  tools?: readonly ToolItem[]
  completions?: readonly CompletionSource[]
  codemirror?: Extension
}

export type EditorOptions = {
  /** Undefined: no uploads, only image URLs. */
  upload?: Upload
  /** Returns an error message for files that must not be uploaded. */
  checkFile?: (file: File) => string | null
  /** Allowed file types besides images, in the format of `accept`. */
  attachments?: string
  /** Null if the browser can render the text. */
  renderOnServer?: (markdown: string, signal: AbortSignal) => Promise<string | null>
  /** Beside the toolbar. */
  renderTools?: (insert: (text: string) => void) => ReactNode
  completions?: readonly CompletionSource[]
  extensions?: readonly EditorExtension[]
}
