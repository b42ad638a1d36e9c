import TurndownService from 'turndown'
import { toLink } from './inline-commands.ts'

let converter: TurndownService | null = null

export function toMarkdown(html: string): string {
  converter ??= createConverter()
  return converter
    .turndown(html)
    .replaceAll('\u00a0', ' ')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** False for plain text wrapped in HTML, as code editors and terminals copy it. */
export function isRich(html: string): boolean {
  return /<(?:h[1-6]|ul|ol|table|blockquote|pre|a|img|strong|em|b|i|code|del|s|hr)[\s>]/i.test(html)
}

function createConverter(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '_',
    br: '',
  })
  service.remove(['style', 'script', 'title', 'meta', 'button', 'noscript'])
  addTextRules(service)
  addListRules(service)
  addTableRules(service)
  addCodeRule(service)
  return service
}

const styleOf = (node: HTMLElement) => node.getAttribute('style') ?? ''

function addTextRules(service: TurndownService): void {
  service.addRule('strikethrough', {
    filter: (node) => /^(?:DEL|S|STRIKE)$/.test(node.nodeName),
    replacement: (text) => wrap(text, '~~'),
  })
  // Word processors use styles for bold and italic, and <b> for text that is not bold.
  service.addRule('styled', {
    filter: (node) =>
      node.nodeName === 'SPAN' && /font-(?:weight|style)|line-through/.test(styleOf(node)),
    replacement: (text, node) => applyStyle(text, styleOf(node)),
  })
  service.addRule('not bold', {
    filter: (node) => node.nodeName === 'B' && /font-weight:\s*(?:normal|400)/.test(styleOf(node)),
    replacement: (text) => text,
  })
  service.addRule('link', {
    filter: (node) => node.nodeName === 'A' && node.getAttribute('href') !== null,
    replacement: (text, node) => convertLink(text, node.getAttribute('href') ?? ''),
  })
  service.addRule('image', {
    filter: 'img',
    replacement: (_text, node) => {
      const element = node
      const source = element.getAttribute('src') ?? ''
      // Local and inline images cannot be linked.
      if (!/^https?:/.test(source)) return ''
      return toLink(element.getAttribute('alt') ?? '', source, 'image')
    },
  })
}

function applyStyle(text: string, style: string): string {
  let result = text
  if (/line-through/.test(style)) result = wrap(result, '~~')
  if (/font-style:\s*italic/.test(style)) result = wrap(result, '_')
  if (/font-weight:\s*(?:bold|[6-9]00)/.test(style)) result = wrap(result, '**')
  return result
}

function convertLink(text: string, url: string): string {
  const label = text.trim()
  if (!/^(?:https?:|mailto:)/.test(url)) return text
  if (label === '' || label === url) return label === '' ? '' : url
  // The label is already escaped.
  return `[${label}]${toLink('', url).slice(2)}`
}

function wrap(text: string, mark: string): string {
  const [, lead = '', inner = '', trail = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return inner === '' ? text : `${lead}${mark}${inner}${mark}${trail}`
}

function addListRules(service: TurndownService): void {
  service.addRule('item', {
    filter: 'li',
    replacement: (text, node) => {
      const mark = listMarkerOf(node)
      const body = text
        .trim()
        .replace(/^(\[[ x]\]) +/, '$1 ')
        .replaceAll('\n', `\n${' '.repeat(mark.length)}`)
      return `${mark}${body}${node.nextSibling ? '\n' : ''}`
    },
  })
  service.addRule('task', {
    filter: (node) => node.nodeName === 'INPUT' && node.getAttribute('type') === 'checkbox',
    replacement: (_text, node) => (node.getAttribute('checked') === null ? '[ ] ' : '[x] '),
  })
}

function listMarkerOf(node: HTMLElement): string {
  const parent = node.parentElement
  if (parent?.nodeName !== 'OL') return '- '
  const start = Number(parent.getAttribute('start') ?? 1)
  const items = Array.from(parent.children).filter(({ nodeName }) => nodeName === 'LI')
  return `${start + items.indexOf(node)}. `
}

function addTableRules(service: TurndownService): void {
  service.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (text) =>
      ` ${text
        .trim()
        .replaceAll(/\s*\n+\s*/g, ' ')
        .replaceAll(/(?<!\\)\|/g, '\\|')} |`,
  })
  service.addRule('row', {
    filter: 'tr',
    replacement: (text, node) => {
      const row = node
      const delimiter = isFirstRow(row) ? `\n|${' --- |'.repeat(row.children.length)}` : ''
      return `\n|${text}${delimiter}`
    },
  })
  service.addRule('rows', {
    filter: ['thead', 'tbody', 'tfoot'],
    replacement: (text) => text,
  })
  service.addRule('table', {
    filter: 'table',
    replacement: (text) => `\n\n${text.trim()}\n\n`,
  })
}

function isFirstRow(row: HTMLElement): boolean {
  let table = row.parentElement
  while (table && table.nodeName !== 'TABLE') table = table.parentElement
  return table?.getElementsByTagName('tr')[0] === row
}

function addCodeRule(service: TurndownService): void {
  service.addRule('code block', {
    filter: 'pre',
    replacement: (_text, node) => {
      const block = node
      const code = block.getElementsByTagName('code')[0] ?? block
      const names = `${block.getAttribute('class') ?? ''} ${code.getAttribute('class') ?? ''}`
      const language = /(?:language|lang|highlight-source)-([\w+#.-]+)/.exec(names)?.[1] ?? ''
      const text = (block.textContent ?? '').replace(/\n$/, '')
      const fence = text.includes('```') ? '````' : '```'
      return `\n\n${fence}${language}\n${text}\n${fence}\n\n`
    },
  })
}
