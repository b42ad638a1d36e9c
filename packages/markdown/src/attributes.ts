import { isOnHostOf, isUploadPath, postIdsIn, parseLink, type ParsedLink } from './urls.ts'

export interface ImageSize {
  width: number
  height: number
}

export interface AttributeContext {
  site: URL
  /** Prepended to every id and to every link to an id on the same page. */
  idPrefix: string
  /** Collects the ids of linked posts. */
  links: Set<string>
  /** Collects other internal paths that are linked to or shown as images. */
  paths: Set<string>
  imageSizes: ReadonlyMap<string, ImageSize>
  /** Classes that begin with `plugin-`, for style sheets of plugins. */
  allowsPluginClasses?: boolean
  /** Elements and attributes that are allowed besides. */
  extension?: SanitizerExtension
}

export type SanitizerExtension = {
  elements: ReadonlySet<string>
  attributes: ReadonlyMap<string, [name: string, check: Check][]>
}

type Attributes = Record<string, string>
export type Check = (value: string) => string | null

export const linkRel = 'nofollow ugc noopener'
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

export const oneOf =
  (...values: string[]): Check =>
  (value) =>
    values.includes(value) ? value : null

const numberUpTo =
  (max: number): Check =>
  (value) =>
    /^\d{1,9}$/.test(value) && Number(value) <= max ? String(Number(value)) : null

const booleanAttribute: Check = () => ''

const classes =
  (pattern: RegExp): Check =>
  (value) =>
    value
      .split(/\s+/)
      .filter((name) => pattern.test(name))
      .join(' ') || null

const cell: Record<string, Check> = {
  align: oneOf('left', 'center', 'right'),
  colspan: numberUpTo(100),
  rowspan: numberUpTo(100),
}

const checksByTag = toEntriesByTag({
  a: { class: oneOf('mention', 'post-reference', 'footnote-backref', 'external-image') },
  pre: { 'data-file': (value) => (/^[^<>"&]{1,100}$/.test(value) ? value : null) },
  code: { class: classes(/^(?:hljs|language-[\w+#.-]{1,32})$/) },
  span: { class: classes(/^(?:hljs-[a-z_-]+|[a-z]+_+)$/) },
  section: { class: oneOf('footnotes') },
  sup: { class: oneOf('footnote-ref') },
  li: { class: oneOf('task'), value: numberUpTo(999_999_999) },
  ol: { start: numberUpTo(999_999_999), reversed: booleanAttribute },
  th: { ...cell, scope: oneOf('row', 'col', 'rowgroup', 'colgroup') },
  td: cell,
  details: { open: booleanAttribute },
})

const globalChecks = Object.entries({
  dir: oneOf('ltr', 'rtl', 'auto'),
  lang: (value) => (/^[a-zA-Z]{2,8}(?:-[a-zA-Z0-9]{1,8}){0,3}$/.test(value) ? value : null),
  title: (value) => value.slice(0, 500) || null,
} satisfies Record<string, Check>)

const alwaysWithAttributes = new Set(['img', 'pre', 'input'])
const withId = new Set(['a', 'li', ...headings])

/** Returns the safe attributes of an element, always in the same order. */
export function attributesFor(
  tag: string,
  input: Attributes,
  context: AttributeContext,
  ids: Set<string>,
): Attributes {
  if (Object.keys(input).length === 0 && !alwaysWithAttributes.has(tag)) return {}
  const safe = ownAttributes(tag, input, context)
  if (withId.has(tag)) Object.assign(safe, idAttribute(input, context.idPrefix, ids))
  copyChecked(safe, input, checksByTag.get(tag) ?? [])
  copyChecked(safe, input, context.extension?.attributes.get(tag) ?? [])
  copyChecked(safe, input, globalChecks)
  if (context.allowsPluginClasses) addPluginClasses(safe, input)
  return safe
}

function ownAttributes(tag: string, input: Attributes, context: AttributeContext): Attributes {
  if (tag === 'a') return { ...linkAttributes(input, context) }
  if (tag === 'img') return { ...imageAttributes(input, context) }
  if (tag === 'pre') return { tabindex: '0' }
  if (tag === 'input') return { ...checkboxAttributes(input) }
  return tag === 'div' && input.class === 'table-scroll' ? { ...tableScroll } : {}
}

const pluginClasses = classes(/^plugin-[a-z0-9_-]{1,60}$/)

function addPluginClasses(safe: Attributes, input: Attributes): void {
  const names = pluginClasses(input.class ?? '')
  if (names !== null) safe.class = safe.class === undefined ? names : `${safe.class} ${names}`
}

export const tableScroll = { class: 'table-scroll', role: 'group', tabindex: '0' } as const

function toEntriesByTag(
  checks: Record<string, Record<string, Check>>,
): Map<string, [string, Check][]> {
  return new Map(Object.entries(checks).map(([tag, byName]) => [tag, Object.entries(byName)]))
}

function copyChecked(safe: Attributes, input: Attributes, checks: [string, Check][]): void {
  for (const [name, check] of checks) {
    const value = Object.hasOwn(input, name) ? check(input[name] ?? '') : null
    if (value !== null) safe[name] = value
  }
}

function linkAttributes(input: Attributes, context: AttributeContext): Attributes {
  const href = input.href?.trim()
  if (!href) return {}
  if (href.startsWith('#')) return { href: `#${addPrefix(href.slice(1), context.idPrefix)}` }
  const link = parseLink(href, context.site)
  if (!link) return {}
  if (link.kind === 'internal') recordLink(link.path, context)
  return link.kind === 'external' ? { href, rel: linkRel } : { href }
}

function recordLink(path: string, { links, paths }: AttributeContext): void {
  const ids = postIdsIn(path)
  for (const id of ids) links.add(id)
  if (ids.length === 0) paths.add(path)
}

function imageAttributes(input: Attributes, context: AttributeContext): Attributes {
  const source = (input.src ?? input['data-external-src'] ?? input[linkSource])?.trim()
  const link = source ? parseLink(source, context.site) : null
  const alt = input.alt?.trim() ?? ''
  if (!source || !link || link.kind === 'email') return { alt }
  const toAttributes = chooseImageKind(link, context)
  return {
    ...toAttributes(source, link, { ...input, alt }, context),
    loading: 'lazy',
    decoding: 'async',
  }
}

type ImageKind = (
  source: string,
  link: ParsedLink,
  input: Attributes & { alt: string },
  context: AttributeContext,
) => Attributes

/** Marks an image that `wrapImagesAndTables` replaces with a link. */
export const linkSource = 'data-link-src'

/** Browsers send cookies with image requests, so uploads are the only internal images that load (CSRF). */
function chooseImageKind(link: ParsedLink, { site }: AttributeContext): ImageKind {
  if (link.kind === 'internal') return isUploadPath(link.path) ? uploadedImage : linkedImage
  return isOnHostOf(site, link) ? linkedImage : externalImage
}

const uploadedImage: ImageKind = (source, { path }, input, { site, paths, imageSizes }) => {
  paths.add(path)
  const src = /^https?:/i.test(source) ? site.origin + path : path
  return { src, alt: input.alt, ...sizeOf(input, imageSizes.get(path)) }
}

const linkedImage: ImageKind = (source, link, input, context) => {
  if (link.kind === 'internal') recordLink(link.path, context)
  return { [linkSource]: source, alt: input.alt || fileNameOf(link) }
}

const externalImage: ImageKind = (source, link, input) => ({
  'data-external-src': source,
  // The image is shown as a link until allowed, and a link needs text.
  alt: input.alt || fileNameOf(link),
  ...sizeOf(input, undefined),
})

function fileNameOf({ host, path }: ParsedLink): string {
  const file = path.split('/').findLast((part) => part !== '')
  return file?.replaceAll('%20', ' ') ?? host
}

/** The size in the text; a missing dimension is computed from the actual size, if known. */
function sizeOf(input: Attributes, actual: ImageSize | undefined): Attributes {
  const requested = { ...toPixels('width', input.width), ...toPixels('height', input.height) }
  if (actual === undefined || (requested.width && requested.height)) return requested
  const ratio = requested.width
    ? Number(requested.width) / actual.width
    : Number(requested.height ?? actual.height) / actual.height
  const scale = (length: number) => String(Math.max(1, Math.round(length * ratio)))
  return { width: scale(actual.width), height: scale(actual.height) }
}

function toPixels(name: string, value: string | undefined): Attributes {
  const pixels = value === undefined ? null : numberUpTo(10_000)(value.replace(/px$/, ''))
  return pixels === null || pixels === '0' ? {} : { [name]: pixels }
}

function checkboxAttributes(input: Attributes): Attributes {
  const isChecked = Object.hasOwn(input, 'checked')
  return { type: 'checkbox', disabled: '', ...(isChecked ? { checked: '' } : {}) }
}

function idAttribute(input: Attributes, prefix: string, ids: Set<string>): Attributes {
  const name = input.id?.trim()
  if (!name || /\s/.test(name) || name.length > 200) return {}
  const id = addPrefix(name, prefix)
  if (ids.has(id)) return {}
  ids.add(id)
  return { id }
}

function addPrefix(name: string, prefix: string): string {
  return name.startsWith(prefix) ? name : prefix + name
}
