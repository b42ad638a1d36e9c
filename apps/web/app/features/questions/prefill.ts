import { limits } from '@stoa/contract/limits'

export type Prefilled = { title: string; content: string; tags: string }

/** What an address wants to stand in the form: `title`, `tags` and `body`, or all three in `prefill`. */
export function readPrefill(query: URLSearchParams): Prefilled {
  const document = parseDocument(query.get('prefill') ?? '')
  return {
    title: (document.title || (query.get('title') ?? '')).slice(0, limits.title.max),
    tags: (document.tags || (query.get('tags') ?? '')).slice(0, limits.draft.tags),
    content: (document.content || (query.get('body') ?? '')).slice(0, limits.body.max),
  }
}

const frontMatter = /^---[^\S\n]*\n([\s\S]*?)\n---[^\S\n]*(?:\n|$)/

/** A text with a head between two lines of dashes, as static sites have it: `title:`, `tags:`, then the body. */
function parseDocument(text: string): Prefilled {
  const lines = text.replaceAll('\r\n', '\n')
  const [all = '', head = ''] = frontMatter.exec(lines) ?? []
  return {
    title: unquoted(valueOf(head, 'title')),
    tags: listOf(head),
    content: lines.slice(all.length).trim(),
  }
}

function valueOf(head: string, name: string): string {
  return new RegExp(`^${name}:[^\\S\\n]*(.*)$`, 'mi').exec(head)?.[1]?.trim() ?? ''
}

/** `a, b`, `[a, b]`, or a line with a dash for each. */
function listOf(head: string): string {
  const inLine = valueOf(head, 'tags').replaceAll(/^\[|\]$/g, '')
  const below = /^tags:[^\S\n]*\n((?:[^\S\n]*-.*(?:\n|$))+)/im.exec(head)?.[1] ?? ''
  const names = (inLine || below.replaceAll(/^[^\S\n]*-/gm, ',')).split(',')
  return names
    .map((name) => unquoted(name.trim()))
    .filter(Boolean)
    .join(' ')
}

function unquoted(text: string): string {
  return /^(["'])(.*)\1$/.exec(text)?.[2] ?? text
}
