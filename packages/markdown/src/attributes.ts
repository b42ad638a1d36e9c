import type { ImageSize } from './render.ts'
import { isOnHostOf, isUploadPath, postIdsIn, readAddress, type Address } from './urls.ts'

export interface AttributeContext {
  site: URL
  /** Before every id, and before every link to one on the same page. */
  idPrefix: string
  /** Ids of the posts linked to. */
  links: Set<string>
  /** Paths of this site that are shown or linked to and are no posts. */
  paths: Set<string>
  imageSizes: ReadonlyMap<string, ImageSize>
}

type Attributes = Record<string, string>
type Check = (value: string) => string | null

export const linkRel = 'nofollow ugc noopener'
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

const oneOf =
  (...values: string[]): Check =>
  (value) =>
    values.includes(value) ? value : null

const numberUpTo =
  (most: number): Check =>
  (value) =>
    /^\d{1,9}$/.test(value) && Number(value) <= most ? String(Number(value)) : null

const flag: Check = () => ''

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

const plainChecks = listed({
  a: { class: oneOf('mention', 'post-reference', 'footnote-backref', 'external-image') },
  code: { class: classes(/^(?:hljs|language-[\w+#.-]{1,32})$/) },
  span: { class: classes(/^(?:hljs-[a-z_-]+|[a-z]+_+)$/) },
  section: { class: oneOf('footnotes') },
  sup: { class: oneOf('footnote-ref') },
  li: { class: oneOf('task'), value: numberUpTo(999_999_999) },
  ol: { start: numberUpTo(999_999_999), reversed: flag },
  th: { ...cell, scope: oneOf('row', 'col', 'rowgroup', 'colgroup') },
  td: cell,
  details: { open: flag },
})

const everywhere = Object.entries({
  dir: oneOf('ltr', 'rtl', 'auto'),
  lang: (value) => (/^[a-zA-Z]{2,8}(?:-[a-zA-Z0-9]{1,8}){0,3}$/.test(value) ? value : null),
  title: (value) => value.slice(0, 500) || null,
} satisfies Record<string, Check>)

// Elements that get attributes even when they come with none.
const alwaysGiven = new Set(['img', 'pre', 'input'])
const withId = new Set(['a', 'li', ...headings])

/** The attributes an element leaves with, always in the same order. */
export function attributesFor(
  tag: string,
  given: Attributes,
  context: AttributeContext,
  ids: Set<string>,
): Attributes {
  const kept: Attributes = {}
  if (Object.keys(given).length === 0 && !alwaysGiven.has(tag)) return kept
  if (tag === 'a') Object.assign(kept, linkAttributes(given, context))
  if (tag === 'img') Object.assign(kept, imageAttributes(given, context))
  if (tag === 'pre') kept.tabindex = '0'
  if (tag === 'input') Object.assign(kept, checkboxAttributes(given))
  if (tag === 'div' && given.class === 'table-scroll') Object.assign(kept, tableScroll)
  if (withId.has(tag)) Object.assign(kept, idAttribute(given, context.idPrefix, ids))
  keepChecked(kept, given, plainChecks.get(tag) ?? [])
  keepChecked(kept, given, everywhere)
  return kept
}

export const tableScroll = { class: 'table-scroll', role: 'group', tabindex: '0' } as const

function listed(checks: Record<string, Record<string, Check>>): Map<string, [string, Check][]> {
  return new Map(Object.entries(checks).map(([tag, byName]) => [tag, Object.entries(byName)]))
}

function keepChecked(kept: Attributes, given: Attributes, checks: [string, Check][]): void {
  for (const [name, check] of checks) {
    const value = Object.hasOwn(given, name) ? check(given[name] ?? '') : null
    if (value !== null) kept[name] = value
  }
}

function linkAttributes(given: Attributes, context: AttributeContext): Attributes {
  const href = given.href?.trim()
  if (!href) return {}
  if (href.startsWith('#')) return { href: `#${withPrefix(href.slice(1), context.idPrefix)}` }
  const address = readAddress(href, context.site)
  if (!address) return {}
  if (address.place === 'own') noteLink(address.path, context)
  return address.place === 'external' ? { href, rel: linkRel } : { href }
}

function noteLink(path: string, { links, paths }: AttributeContext): void {
  const ids = postIdsIn(path)
  for (const id of ids) links.add(id)
  if (ids.length === 0) paths.add(path)
}

function imageAttributes(given: Attributes, context: AttributeContext): Attributes {
  const source = (given.src ?? given['data-external-src'] ?? given[linkSource])?.trim()
  const address = source ? readAddress(source, context.site) : null
  const alt = given.alt?.trim() ?? ''
  if (!source || !address || address.place === 'mail') return { alt }
  const toAttributes = imagePlaceOf(address, context)
  return {
    ...toAttributes(source, address, { ...given, alt }, context),
    loading: 'lazy',
    decoding: 'async',
  }
}

type ImagePlace = (
  source: string,
  address: Address,
  given: Attributes & { alt: string },
  context: AttributeContext,
) => Attributes

/** Marks an image that `wrapImagesAndTables` replaces by a link. */
export const linkSource = 'data-link-src'

/** Browsers send cookies with requests for images: nothing of this site is requested that way but uploads. */
function imagePlaceOf(address: Address, { site }: AttributeContext): ImagePlace {
  if (address.place === 'own') return isUploadPath(address.path) ? ownImage : linkedImage
  return isOnHostOf(site, address) ? linkedImage : externalImage
}

const ownImage: ImagePlace = (source, { path }, given, { site, paths, imageSizes }) => {
  paths.add(path)
  const src = /^https?:/i.test(source) ? site.origin + path : path
  return { src, alt: given.alt, ...sizeOf(given, imageSizes.get(path)) }
}

const linkedImage: ImagePlace = (source, address, given, context) => {
  if (address.place === 'own') noteLink(address.path, context)
  return { [linkSource]: source, alt: given.alt || nameOf(address) }
}

const externalImage: ImagePlace = (source, address, given) => ({
  'data-external-src': source,
  // A hidden image is a link, and a link needs a name.
  alt: given.alt || nameOf(address),
  ...sizeOf(given, undefined),
})

function nameOf({ host, path }: Address): string {
  const file = path.split('/').findLast((part) => part !== '')
  return file?.replaceAll('%20', ' ') ?? host
}

/** As the author wrote it; where the image is known, with what they left out. */
function sizeOf(given: Attributes, known: ImageSize | undefined): Attributes {
  const written = { ...size('width', given.width), ...size('height', given.height) }
  if (known === undefined || (written.width && written.height)) return written
  const scale = written.width
    ? Number(written.width) / known.width
    : Number(written.height ?? known.height) / known.height
  const scaled = (length: number) => String(Math.max(1, Math.round(length * scale)))
  return { width: scaled(known.width), height: scaled(known.height) }
}

function size(name: string, value: string | undefined): Attributes {
  const pixels = value === undefined ? null : numberUpTo(10_000)(value.replace(/px$/, ''))
  return pixels === null || pixels === '0' ? {} : { [name]: pixels }
}

function checkboxAttributes(given: Attributes): Attributes {
  const isDone = Object.hasOwn(given, 'checked')
  return { type: 'checkbox', disabled: '', ...(isDone ? { checked: '' } : {}) }
}

function idAttribute(given: Attributes, prefix: string, ids: Set<string>): Attributes {
  const name = given.id?.trim()
  if (!name || /\s/.test(name) || name.length > 200) return {}
  const id = withPrefix(name, prefix)
  // Two elements with one id: the first keeps it.
  if (ids.has(id)) return {}
  ids.add(id)
  return { id }
}

function withPrefix(name: string, prefix: string): string {
  return name.startsWith(prefix) ? name : prefix + name
}
