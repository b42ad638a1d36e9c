import type { MarkupProblemName } from '@stoa/contract/features/settings-previews'

type CssFinding = {
  problem: MarkupProblemName
  /** From 1. */
  line: number
  excerpt: string
  /** Null if the CSS itself is wrong. */
  url: string | null
}

const token =
  /\\[\s\S]|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|url\(\s*(?:(?:"[^"\n]*"|'[^'\n]*'|(?:\\[\s\S]|[^\s"'()\\])+)\s*)?\)|@[\w-]+|[{}()[\];\n]/gi

const closers: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }

type Opened = { text: string; line: number; rule: string }
type Scan = { line: number; rule: string; opened: Opened[]; findings: CssFinding[] }

/** URLs in a style sheet, and brackets, strings and comments that do not match. Reads tokens, not properties. */
export function scanCss(css: string): CssFinding[] {
  const scan: Scan = { line: 1, rule: '', opened: [], findings: [] }
  for (const [text] of css.matchAll(token)) {
    readToken(scan, text)
    scan.line += text.split('\n').length - 1
  }
  for (const opened of scan.opened) add(scan, 'css_unclosed', opened.text, opened)
  return scan.findings
}

type At = { line: number; url?: string }

function add({ findings }: Scan, problem: MarkupProblemName, text: string, { line, url }: At) {
  const excerpt = text.length > 120 ? `${text.slice(0, 120)}…` : text
  findings.push({ problem, line, excerpt, url: url ?? null })
}

function readToken(scan: Scan, text: string) {
  const { line } = scan
  if (text.startsWith('/*')) {
    if (text.length < 4 || !text.endsWith('*/')) add(scan, 'css_unclosed', '/*', { line })
  } else if (/^["']/.test(text)) readString(scan, text)
  else if (/^url\(/i.test(text)) readUrl(scan, text, unquote(text.slice(4, -1).trim()))
  else if (text.startsWith('@')) scan.rule = text.toLowerCase()
  else if (text === ';') scan.rule = ''
  else if (text in closers) {
    scan.opened.push({ text, line: scan.line, rule: scan.rule })
    if (text === '{') scan.rule = ''
  } else if (/^[})\]]$/.test(text)) close(scan, text)
}

function readString(scan: Scan, text: string) {
  if (text.length < 2 || text.at(-1) !== text[0])
    add(scan, 'css_unclosed', text, { line: scan.line })
  else if (scan.rule === '@import') readUrl(scan, `@import ${text}`, unquote(text))
}

function readUrl(scan: Scan, text: string, url: string) {
  const { line } = scan
  const isFont = scan.opened.some(({ rule }) => rule === '@font-face')
  if (scan.rule === '@import') add(scan, 'css_import', text, { line, url })
  else if (scan.rule !== '@namespace') add(scan, isFont ? 'font' : 'image', text, { line, url })
}

/** What was opened within the closed bracket ends with it. */
function close(scan: Scan, text: string) {
  const index = scan.opened.findLastIndex((opened) => closers[opened.text] === text)
  if (index < 0) return add(scan, 'css_unexpected', text, scan)
  for (const inner of scan.opened.splice(index).slice(1))
    add(scan, 'css_unclosed', inner.text, inner)
  if (text === '}') scan.rule = ''
}

function unquote(text: string): string {
  return /^["']/.test(text) ? text.slice(1, -1) : text
}
