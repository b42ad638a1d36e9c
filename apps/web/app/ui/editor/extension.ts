import type { Extension } from '@codemirror/state'
import type { ReactNode } from 'react'
import type { Edit, Writing } from './writing.ts'

/** One offer under the cursor. */
export type Suggestion = {
  label: string
  detail?: string
  /** What is written in place of the sign and the letters after it. */
  insert: string
}

/** Offers something while a word is typed after a sign: people after `@`, questions after `#`. */
export type CompletionSource = {
  sign: string
  /** Letters the word may have after the sign; letters, digits, `_`, `.` and `-` when absent. */
  letters?: RegExp
  find(query: string, signal: AbortSignal): Promise<readonly Suggestion[]>
}

export type UploadOptions = {
  signal: AbortSignal
  /** 0 to 1. */
  onProgress: (done: number) => void
}

/** The address a file has from now on, or why it may not have one, in words. */
export type Uploaded = { url: string } | { refused: string }

export type Upload = (file: File, options: UploadOptions) => Promise<Uploaded>

/** What an extension's button may do. */
export type EditorCommand = (writing: Writing) => Edit | null

export type ToolItem = {
  id: string
  label: string
  icon: ReactNode
  /** As CodeMirror writes keys: `Mod-Shift-x`. */
  keys?: string
  run: EditorCommand
}

/** What a plugin adds to the editor. Tools stand before Help; the rest is CodeMirror's own. */
export type EditorExtension = {
  id: string
  tools?: readonly ToolItem[]
  completions?: readonly CompletionSource[]
  codemirror?: Extension
}

/** What a place allows its editor to do. */
export type EditorOptions = {
  /** Absent: no files, only addresses of images. */
  upload?: Upload
  /** What is wrong with a file before it is sent, in words. */
  checkFile?: (file: File) => string | null
  /** Kinds of files that are not images and may be attached, as a file input lists them. */
  attachments?: string
  completions?: readonly CompletionSource[]
  extensions?: readonly EditorExtension[]
}
