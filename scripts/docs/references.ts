// Decides whether a piece of code in the documentation refers to something that exists.
import { isKnownCommand, isKnownOption, type Programs } from './commands.ts'
import type { Names } from './names.ts'

export type Known = {
  names: Names
  /** Events, error codes, settings and columns: `question.asked`, `users.points`. */
  dotted: Set<string>
  endpoints: readonly { method: string; path: string }[]
  metrics: readonly string[]
  variables: Set<string>
  packages: Set<string>
  programs: Programs
  hasPath(path: string): boolean
}

type Rule = { shape: RegExp; isKnown(code: string, known: Known): boolean }

/** The first rule whose shape matches decides. Other code is a name or an expression. */
const rules: readonly Rule[] = [
  { shape: /^(pnpm|stoa) /, isKnown: (code, { programs }) => isKnownCommand(code, programs) },
  { shape: /^--/, isKnown: (code, { programs }) => isKnownOption(code, programs) },
  { shape: /^STOA_/, isKnown: (code, { variables }) => variables.has(code.split('=')[0] ?? '') },
  {
    shape: /^stoa_/,
    isKnown: (code, { metrics }) => isAny(metrics, (name) => isOrStarts(name, code)),
  },
  { shape: /^(GET|POST|PUT|PATCH|DELETE) \S+$/, isKnown: isKnownCall },
  { shape: /^[/?]\S*$/, isKnown: (code, { names }) => isKnownUrl(code, names) },
  { shape: /^[\w.-]+(\/[\w.*-]*)+$/, isKnown: isKnownPath },
  { shape: /^[\w.-]+\.(tsx?|css|js|jsonl?|md|txt|conf|yaml|key)$/, isKnown: isKnownFile },
  { shape: /^[a-z]+( [a-z]+)+$/i, isKnown: (code, { names }) => mentions(names, code) },
  { shape: /^[\w.-]+\*$/, isKnown: isStartOfString },
]

export function isKnownCode(code: string, known: Known): boolean {
  const isWholeString = /[^\w.]/.test(code) && known.names.strings.has(code)
  if (isWholeString || known.packages.has(code)) return true
  const rule = rules.find(({ shape }) => shape.test(code))
  if (rule !== undefined) return rule.isKnown(code, known)
  return wordsOf(code).every((word) => isKnownWord(word, known))
}

/** `stoa_turns_*` refers to all names that start with it. */
function isOrStarts(name: string, code: string) {
  return code.endsWith('*') ? name.startsWith(code.slice(0, -1)) : name === code
}

function isKnownCall(code: string, { endpoints }: Known) {
  const [method = '', path = ''] = code.split(' ')
  return endpoints.some((call) => call.method === method && isEndOf(path, call.path))
}

function isEndOf(part: string, path: string) {
  const end = part.startsWith('/') ? part : `/${part}`
  return end.endsWith('*') ? path.includes(end.slice(0, -1)) : path.endsWith(end)
}

/** `/cards/…`, `/install/key#…`, `?safe_mode`: the fixed part of the path, and the parameters. */
function isKnownUrl(code: string, names: Names) {
  const [path = '', query = ''] = code.split('?')
  const [fixed = ''] = path.split(/[#…{]/)
  const isPath = fixed === '' || isAny(names.strings, (text) => text.includes(fixed))
  return (
    (isPath || names.strings.has(fixed.slice(1))) &&
    wordsOf(query).every((word) => isName(word, names))
  )
}

/** A file or folder, an endpoint, or a path that the code creates, such as `.services/`. */
function isKnownPath(code: string, { endpoints, names, hasPath }: Known) {
  if (hasPath(code) || endpoints.some(({ path }) => isEndOf(code, path))) return true
  const parts = code.split('/').filter((part) => part !== '')
  return code.startsWith('.') && parts.every((part) => names.strings.has(part))
}

function isKnownFile(code: string, { names, hasPath }: Known) {
  return hasPath(code) || mentions(names, code)
}

function isStartOfString(code: string, { names }: Known) {
  return isAny(names.strings, (text) => isOrStarts(text, code))
}

function wordsOf(code: string) {
  return code.match(/[A-Za-z_][\w-]*(\.[A-Za-z_]\w*)*/g) ?? []
}

function isKnownWord(word: string, { dotted, names }: Known) {
  if (!word.includes('.')) return isName(word, names)
  return dotted.has(word) || names.members.has(word)
}

/** An identifier or a string. `findX` stands for all identifiers that start with `find`. */
function isName(word: string, names: Names) {
  if (names.identifiers.has(word) || names.strings.has(word)) return true
  const prefix = /^([a-z]+)X$/.exec(word)?.[1]
  if (prefix !== undefined) return isAny(names.identifiers, (name) => isVerbOf(prefix, name))
  return /[_-]/.test(word) && mentions(names, word)
}

function isVerbOf(prefix: string, name: string) {
  return name.startsWith(prefix) && /^[A-Z]/.test(name.slice(prefix.length))
}

/** In SQL, in a header or in a log line. */
function mentions(names: Names, text: string) {
  const escaped = text.replaceAll('.', String.raw`\.`)
  const pattern = new RegExp(String.raw`(?<![\w-])${escaped}(?![\w-])`, 'i')
  return isAny(names.strings, (string) => pattern.test(string))
}

function isAny(names: Iterable<string>, isMatch: (name: string) => boolean) {
  for (const name of names) if (isMatch(name)) return true
  return false
}
