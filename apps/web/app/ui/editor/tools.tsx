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
import type { EditorLabel, EditorLabels } from './labels.ts'

export type DialogName = 'link' | 'image' | 'table' | 'code' | 'help'

export type Tool = {
  label: EditorLabel
  icon: LucideIcon
  keys?: string
  /** The icon is mirrored in right-to-left languages. */
  directional?: boolean
  /** Has a shortcut but no button. */
  keysOnly?: boolean
} & ({ command: EditorCommand } | { dialog: DialogName })

export type HeadingTool = { label: 'heading'; icon: LucideIcon; levels: HeadingLevel[] }
type HeadingLevel = { label: string; keys: string; command: EditorCommand }

/** In the order of the toolbar, in groups. */
export function createTools(labels: EditorLabels): (Tool | HeadingTool)[][] {
  return [
    [
      {
        label: 'bold',
        icon: Bold,
        keys: 'Mod-b',
        command: (w) => toggleBold(w, labels('bold_text')),
      },
      {
        label: 'italic',
        icon: Italic,
        keys: 'Mod-i',
        command: (w) => toggleItalic(w, labels('italic_text')),
      },
      {
        label: 'strike',
        icon: Strikethrough,
        keysOnly: true,
        keys: 'Mod-Shift-x',
        command: (w) => toggleStrike(w, labels('strike_text')),
      },
      { label: 'heading', icon: Heading2, levels: createHeadingLevels(labels) },
    ],
    [
      { label: 'link', icon: Link, keys: 'Mod-k', dialog: 'link' },
      { label: 'image', icon: Image, dialog: 'image' },
      {
        label: 'quote',
        icon: TextQuote,
        keys: 'Mod-Shift-.',
        directional: true,
        command: toggleQuote,
      },
      {
        label: 'code',
        icon: Code,
        keys: 'Mod-e',
        command: (w) => toggleCode(w, labels('code_text')),
      },
      { label: 'code_block', icon: SquareCode, keys: 'Mod-Alt-c', dialog: 'code' },
    ],
    [
      {
        label: 'bulleted_list',
        icon: List,
        keys: 'Mod-Shift-8',
        directional: true,
        command: (w) => toggleList(w, 'bullet'),
      },
      {
        label: 'numbered_list',
        icon: ListOrdered,
        keys: 'Mod-Shift-7',
        command: (w) => toggleList(w, 'number'),
      },
      {
        label: 'task_list',
        icon: ListTodo,
        keys: 'Mod-Shift-9',
        directional: true,
        command: (w) => toggleList(w, 'task'),
      },
      { label: 'table', icon: Table, dialog: 'table' },
      { label: 'rule', icon: Minus, command: insertRule },
    ],
  ]
}

function createHeadingLevels(labels: EditorLabels): HeadingLevel[] {
  const levels = [2, 3, 4].map((level) => ({
    label: labels('heading_level', { level }),
    keys: `Mod-Alt-${level}`,
    command: (selection: Parameters<EditorCommand>[0]) => setHeading(selection, level),
  }))
  return [
    ...levels,
    {
      label: labels('paragraph'),
      keys: 'Mod-Alt-0',
      command: (selection) => setHeading(selection, 0),
    },
  ]
}

/** In the notation of the platform: `Ctrl+B`, `⌘B`. */
export function formatKeys(keys: string): string {
  const isMac = /Mac|iP(?:hone|ad)/.test(navigator.platform)
  const names: Record<string, string> = isMac
    ? { Mod: '⌘', Shift: '⇧', Alt: '⌥' }
    : { Mod: 'Ctrl', Shift: 'Shift', Alt: 'Alt' }
  const parts = keys
    .split('-')
    .map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key))
  return parts.join(isMac ? '' : '+')
}
