// Reads a page of the documentation whose commands and files a test runs in their order.
import { readFileSync } from 'node:fs'

export type Step = { line: number } & (
  | { type: 'run'; commands: string; output: string[] }
  | { type: 'write'; path: string; content: string }
  | { type: 'change'; path: string; before: string; after: string }
)

type Block = { line: number; language: string; path: string; content: string }

const fence = /^```(\w*)(?: (\S+))?\n(.*?)^```$/gms

export function readTutorial(file: string): Step[] {
  const blocks = listBlocks(readFileSync(file, 'utf8'))
  return blocks.flatMap((block, index) => {
    const isOutput = block.language === 'text' && blocks[index - 1]?.language === 'sh'
    return isOutput ? [] : [toStep(block, blocks[index + 1])]
  })
}

function listBlocks(text: string): Block[] {
  return [...text.matchAll(fence)].map(
    ({ 1: language = '', 2: path = '', 3: content = '', index }) => {
      return { line: text.slice(0, index).split('\n').length, language, path, content }
    },
  )
}

/** Nothing in the page may be left out. */
function toStep({ line, language, path, content }: Block, next: Block | undefined): Step {
  if (language === 'sh') {
    const output = next?.language === 'text' ? next.content.trimEnd().split('\n') : []
    return { line, type: 'run', commands: content, output }
  }
  if (path === '') throw new Error(`line ${line}: neither a command nor a file`)
  if (language !== 'diff') return { line, type: 'write', path, content }
  const side = (sign: string) =>
    content
      .split('\n')
      .filter((one) => one.startsWith(sign) || one.startsWith(' '))
      .map((one) => one.slice(1))
      .join('\n')
  return { line, type: 'change', path, before: side('-'), after: side('+') }
}

/** Lines of the output contain the expected ones, in their order. */
export function findMissingLine(output: string, expected: readonly string[]): string | null {
  let at = 0
  for (const line of expected) {
    const found = output.indexOf(line, at)
    if (found === -1) return line
    at = found + line.length
  }
  return null
}
