import { limits } from '@stoa/contract/limits'

export type Prefill = { title: string; content: string; tags: string }

/** Reads `title`, `tags` and `body`, or a document with all three in `prefill`. */
export function readPrefill(query: URLSearchParams): Prefill {
  const document = parseDocument(query.get('prefill') ?? '')
  return {
    title: (document.title || (query.get('title') ?? '')).slice(0, limits.title.max),
    tags: (document.tags || (query.get('tags') ?? '')).slice(0, limits.draft.tags),
    content: (document.content || (query.get('body') ?? '')).slice(0, limits.body.max),
  }
}

const frontMatter = /^---[^\S\n]*\n([\s\S]*?)\n---[^\S\n]*(?:\n|$)/

/** Front matter with `title:` and `tags:`, then the body. */
function parseDocument(text: string): Prefill {
  const lines = text.replaceAll('\r\n', '\n')
  const [matter = '', head = ''] = frontMatter.exec(lines) ?? []
  return {
    title: unquote(readValue(head, 'title')),
    tags: readTags(head),
    content: lines.slice(matter.length).trim(),
  }
}

function readValue(head: string, name: string): string {
  return new RegExp(`^${name}:[^\\S\\n]*(.*)$`, 'mi').exec(head)?.[1]?.trim() ?? ''
}

/** `a, b`, `[a, b]`, or a YAML list. */
function readTags(head: string): string {
  const inline = readValue(head, 'tags').replaceAll(/^\[|\]$/g, '')
  const listItems = /^tags:[^\S\n]*\n((?:[^\S\n]*-.*(?:\n|$))+)/im.exec(head)?.[1] ?? ''
  const names = (inline || listItems.replaceAll(/^[^\S\n]*-/gm, ',')).split(',')
  return names
    .map((name) => unquote(name.trim()))
    .filter(Boolean)
    .join(' ')
}

function unquote(text: string): string {
  return /^(["'])(.*)\1$/.exec(text)?.[2] ?? text
}
