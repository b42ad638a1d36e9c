import {
  Bold,
  Code,
  Heading2,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  ListTodo,
  Minus,
  SquareCode,
  Strikethrough,
  Table,
  TextQuote,
  type LucideIcon,
} from 'lucide-react'
import { insertRule, setHeading, toggleList, toggleQuote } from './block-commands.ts'
import type { EditorCommand } from './extension.ts'
import { toggleBold, toggleCode, toggleItalic, toggleStrike } from './inline-commands.ts'
import type { EditorWord, EditorWords } from './words.ts'

export type DialogName = 'link' | 'image' | 'table' | 'code' | 'help'

export type Tool = {
  word: EditorWord
  icon: LucideIcon
  keys?: string
  /** Mirrored where text runs from right to left. */
  directional?: boolean
  /** Rare enough to have keys and no button. */
  keysOnly?: boolean
} & ({ command: EditorCommand } | { dialog: DialogName })

export type Levels = { word: 'heading'; icon: LucideIcon; levels: Level[] }
type Level = { label: string; keys: string; command: EditorCommand }

/** The tools in the order of the bar, in groups that a line keeps apart. */
export function makeTools(words: EditorWords): (Tool | Levels)[][] {
  return [
    [
      {
        word: 'bold',
        icon: Bold,
        keys: 'Mod-b',
        command: (w) => toggleBold(w, words('bold_text')),
      },
      {
        word: 'italic',
        icon: Italic,
        keys: 'Mod-i',
        command: (w) => toggleItalic(w, words('italic_text')),
      },
      {
        word: 'strike',
        icon: Strikethrough,
        keysOnly: true,
        keys: 'Mod-Shift-x',
        command: (w) => toggleStrike(w, words('strike_text')),
      },
      { word: 'heading', icon: Heading2, levels: makeLevels(words) },
    ],
    [
      { word: 'link', icon: Link, keys: 'Mod-k', dialog: 'link' },
      { word: 'image', icon: Image, dialog: 'image' },
      {
        word: 'quote',
        icon: TextQuote,
        keys: 'Mod-Shift-.',
        directional: true,
        command: toggleQuote,
      },
      {
        word: 'code',
        icon: Code,
        keys: 'Mod-e',
        command: (w) => toggleCode(w, words('code_text')),
      },
      { word: 'code_block', icon: SquareCode, keys: 'Mod-Alt-c', dialog: 'code' },
    ],
    [
      {
        word: 'bulleted_list',
        icon: List,
        keys: 'Mod-Shift-8',
        directional: true,
        command: (w) => toggleList(w, 'bullet'),
      },
      {
        word: 'numbered_list',
        icon: ListOrdered,
        keys: 'Mod-Shift-7',
        command: (w) => toggleList(w, 'number'),
      },
      {
        word: 'task_list',
        icon: ListTodo,
        keys: 'Mod-Shift-9',
        directional: true,
        command: (w) => toggleList(w, 'task'),
      },
      { word: 'table', icon: Table, dialog: 'table' },
      { word: 'rule', icon: Minus, command: insertRule },
    ],
  ]
}

function makeLevels(words: EditorWords): Level[] {
  const levels = [2, 3, 4].map((level) => ({
    label: words('heading_level', { level }),
    keys: `Mod-Alt-${level}`,
    command: (writing: Parameters<EditorCommand>[0]) => setHeading(writing, level),
  }))
  return [
    ...levels,
    { label: words('paragraph'), keys: 'Mod-Alt-0', command: (writing) => setHeading(writing, 0) },
  ]
}

/** Keys as this machine's keyboard names them: `Ctrl+B`, `⌘B`. */
export function keyName(keys: string): string {
  const isMac = /Mac|iP(?:hone|ad)/.test(navigator.platform)
  const names: Record<string, string> = isMac
    ? { Mod: '⌘', Shift: '⇧', Alt: '⌥' }
    : { Mod: 'Ctrl', Shift: 'Shift', Alt: 'Alt' }
  const parts = keys
    .split('-')
    .map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key))
  return parts.join(isMac ? '' : '+')
}
