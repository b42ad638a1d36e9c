import { toMathLetters } from './letters.ts'

const boxes: Readonly<Record<string, string>> = {
  box: 'box',
  'top bottom left right': 'box',
  updiagonalstrike: 'strike',
  downdiagonalstrike: 'strike',
  'updiagonalstrike downdiagonalstrike': 'strike',
  horizontalstrike: 'through',
  longdiv: 'box',
}

/**
 * Replaces what MathML Core, which Chromium implements, does not have: letters by variant, boxes, and the alignment and lines of
 * columns.
 */
export function showEverywhere(mathml: string): string {
  const letters = mathml.replaceAll(
    /<(mi|mn|mo|mtext|ms)((?: [a-z]+="[^"]*")*?) mathvariant="([a-z-]+)"([^>]*)>([^<]*)<\/\1>/g,
    (whole, ...parts: string[]) => {
      const [tag = '', before = '', variant = '', after = '', text = ''] = parts
      const changed = toMathLetters(text, variant)
      if (changed === null) return whole
      const single = tag === 'mi' && [...changed].length === 1 ? ' mathvariant="normal"' : ''
      return `<${tag}${before}${single}${after}>${changed}</${tag}>`
    },
  )
  const boxed = letters.replaceAll(
    /<menclose notation="([a-z ]+)">/g,
    (whole, notation: string) => {
      const name = boxes[notation]
      return name === undefined
        ? whole
        : `<menclose notation="${notation}" class="plugin-math-${name}">`
    },
  )
  return alignColumns(boxed)
}

type Table = { align: string[]; lines: string[]; column: number; isTight: boolean }

function classesOf({ align, lines, isTight }: Table, at: number): string[] {
  const [side = '', line = ''] = [align[at], lines[at]]
  return [
    ['left', 'right'].includes(side) ? `plugin-math-${side}` : '',
    isTight ? 'plugin-math-tight' : '',
    ['solid', 'dashed'].includes(line) ? 'plugin-math-line' : '',
  ].filter((one) => one !== '')
}

/** One class for each cell. */
function alignColumns(mathml: string): string {
  const tables: Table[] = []
  return mathml.replaceAll(
    /<(\/?)(mtable|mtr|mtd)\b([^>]*)>/g,
    (tag, slash: string, name: string, rest: string) => {
      const table = tables.at(-1)
      if (slash !== '') {
        if (name === 'mtable') tables.pop()
        return tag
      }
      if (name === 'mtable') {
        const wordsOf = (attribute: string) =>
          new RegExp(` ${attribute}="([^"]*)"`).exec(rest)?.[1]?.split(' ') ?? []
        const isTight = wordsOf('columnspacing')[0] === '0em'
        tables.push({
          align: wordsOf('columnalign'),
          lines: wordsOf('columnlines'),
          column: 0,
          isTight,
        })
        return tag
      }
      if (table === undefined) return tag
      if (name === 'mtr') {
        table.column = 0
        return tag
      }
      const classes = classesOf(table, table.column++)
      return classes.length === 0 || rest.includes('class=')
        ? tag
        : `<mtd class="${classes.join(' ')}"${rest}>`
    },
  )
}
